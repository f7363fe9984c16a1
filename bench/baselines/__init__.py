"""What the live server is measured against. Nothing here knows the game."""
