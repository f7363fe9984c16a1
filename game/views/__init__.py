"""ROOM 7: pages and the commands that come with them. They ask, they word, they render; the rules stand below."""
