"""What every game shares. Nothing here knows a game, a widget or numpy."""
