"""What a kernel gets of its server's environment."""

from collections.abc import Collection, Mapping
from typing import Final

from voila.utils import ENV_VARIABLE

_PREFIXES: Final = ("LC_", "NUMBA_", "PYTHON", "XDG_")
_NAMES: Final = {
    # who and where
    *("HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "PWD", "SHELL", "TMPDIR", "TZ", "USER"),
    # Python's surroundings
    *("CONDA_PREFIX", "VIRTUAL_ENV", "IPYTHONDIR", "MPLCONFIGDIR"),
    *("DYLD_FALLBACK_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LD_LIBRARY_PATH", "LD_PRELOAD"),
    *("MALLOC_ARENA_MAX", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    # Jupyter's folders: JUPYTER_TOKEN and JUPYTERHUB_API_TOKEN are secrets
    *("JUPYTER_CONFIG_DIR", "JUPYTER_CONFIG_PATH", "JUPYTER_DATA_DIR", "JUPYTER_NO_CONFIG"),
    *("JUPYTER_PATH", "JUPYTER_PLATFORM_DIRS", "JUPYTER_PREFER_ENV_PATH", "JUPYTER_RUNTIME_DIR"),
    # Windows
    *("ALLUSERSPROFILE", "APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA"),
    *("NUMBER_OF_PROCESSORS", "OS", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA"),
    *("SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR"),
    # this package's
    *("PAYDAYS_CLASS", "PAYDAYS_LAB_WORKERS", "PAYDAYS_SCRIPTS"),
    # Voila's, among them the request
    *(each.value for each in ENV_VARIABLE),
}


def for_kernels(given: Mapping[str, str], more: Collection[str] = ()) -> dict[str, str]:
    """Return what a kernel needs of an environment: no password of the server's is passed on.

    Parameters
    ----------
    more
        Further variables that are passed on.

    Examples
    --------
    >>> for_kernels({"LANG": "fr", "LC_TIME": "de", "PGPASSWORD": "x", "JUPYTER_TOKEN": "y"})
    {'LANG': 'fr', 'LC_TIME': 'de'}
    """
    return {
        name: value
        for name, value in given.items()
        if name in _NAMES or name in more or name.startswith(_PREFIXES)
    }
