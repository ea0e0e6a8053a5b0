"""Pages for visitors: what a server does for them beyond serving notebooks."""
