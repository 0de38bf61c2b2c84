"""Speed, measured: ``python -m benchmarks.throughput GAME`` and ``python -m benchmarks.cold_start GAME``."""
