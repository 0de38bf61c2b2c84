"""Learning by self-play, run from the checkout: ``python -m training.sb3_maskable lunarchitects``."""
