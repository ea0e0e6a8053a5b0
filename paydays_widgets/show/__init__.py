"""What shows a game: boards, words, reports, and the plain ones that stand in for them."""
