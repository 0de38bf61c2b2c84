"""The rules by topic; every ``offer_*`` adds the legal actions of a context to a blank mask."""
