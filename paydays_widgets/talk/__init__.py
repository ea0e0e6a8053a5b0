"""The conversation of a page with its table, whatever carries it: a comm, a socket or a worker.

A :class:`~paydays_widgets.talk.sight.Sight` is what one viewer may see of a table; a
:class:`~paydays_widgets.talk.session.Session` acts there too. What a page may ask for besides
moves is a table of verbs, which panels and the class bring along. Nothing here knows a widget or a
socket.
"""
