"""What every game shares: no game and no browser is known here."""
