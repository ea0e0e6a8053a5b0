"""What editors put before a file."""

import codecs


def decoded(content: bytes) -> bytes:
    r"""Return a file in UTF-8 without a mark: Notepad and PowerShell write one, or UTF-16.

    Examples
    --------
    >>> decoded(b"\xef\xbb\xbfa"), decoded("a".encode("utf-16")), decoded(b"a")
    (b'a', b'a', b'a')
    """
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace").encode()
    return content.removeprefix(codecs.BOM_UTF8)
