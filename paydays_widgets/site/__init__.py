"""The site without a server: static pages with a Python of their own, in a worker.

``tools/site/build.py`` makes the folder; :mod:`.worker` is what runs in the reader's browser.
"""
