"""``paydays serve``: the pages, on a server of their own.

:class:`Host` is Voila with what a public server needs: a limited number of places and a queue, an
orderly stop, a health check, and pages that load nothing from other hosts. It has no interface to
files or other kernels, unlike a Jupyter server.
"""

import asyncio
import ctypes
import gc
import importlib
import json
import logging
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import uuid
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import prometheus_client
import psutil
import zmq
from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.prometheus.log_functions import prometheus_log_method
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado import ioloop, netutil, routing, web
from traitlets import Bool, Float, Int, TraitError, Unicode, default
from traitlets.config import Config
from voila.app import Voila
from voila.configuration import VoilaConfiguration
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from paydays_widgets.hosting import handlers, kinds, templates
from paydays_widgets.hosting.connection import Connection
from paydays_widgets.hosting.environment import for_kernels
from paydays_widgets.hosting.house import House, Limits
from paydays_widgets.hosting.listener import Listener, open_files
from paydays_widgets.hosting.local import is_local
from paydays_widgets.hosting.packing import Packed

if sys.platform == "linux":
    from paydays_widgets.hosting import forked

SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "VoilaConfiguration": {
        "template": "paydays",
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "multi_kernel_manager_class": "paydays_widgets.hosting.kernels.Kernels",
        "extension_denylist": ["jupyterlab_pygments"],
    },
    "Kernels": {"lab_workers": 0},
    "MappingKernelManager": {"cull_idle_timeout": 600, "cull_interval": 5},
    "VoilaKernelManager": {"preheat_denylist": ["index.ipynb", "lessons/.*"], "fill_delay": 3},
}
"""A plain Voila, as on Binder, gets the same from ``voila.json``."""
_POLICY: Final = (
    "default-src 'self'",
    # Voila's pages contain scripts, and anywidget loads a widget's from a blob
    "script-src 'self' 'unsafe-inline' blob: data:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
)
"""The Content-Security-Policy: nothing is loaded from another host or sent to one."""
LARGEST_MESSAGE: Final = 6_000_000
"""The size limit of a page's message, in bytes: a saved game has 4 MB at most."""
LARGEST_REQUEST: Final = 100_000
"""The size limit of a request's body, in bytes: pages post next to nothing."""
SCRIPTS: Final = "paydays/scripts/"
"""The path of the panels' script. Kernels learn it from the variable ``PAYDAYS_SCRIPTS``."""
_ID: Final = re.compile(r"([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_LOG: Final = logging.getLogger("paydays")
_PREFIX: Final = "paydays_"
_LONGEST_NAME: Final = len(f"/{_PREFIX}12345678/kernel-{uuid.UUID(int=0)}-ipc-5")
"""The length of the name of a kernel's socket below the common folder."""
_SHORT: Final = ("/tmp", "/var/tmp")  # noqa: S108 - for a folder of this user's own
_OWN: Final = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - not bound here
"""This machine's own address, by the address that stands for all."""
_PATIENCE: Final = 180
"""Seconds for the first kernel to start."""
_TRIMS: Final = 60_000
"""Milliseconds between two returns of unused memory to the system."""
_M_ARENA_MAX: Final = -8
"""glibc's number for the setting."""


class Unusable(Exception):
    """The server cannot start as asked; the message says why."""


class Visitors(IdentityProvider):
    """All visitors are the same user, so nobody gets a cookie."""

    def get_user(self, handler: web.RequestHandler) -> User:  # noqa: ARG002 - jupyter_server's
        return User("visitor")


class Host(Voila):
    """A server of the pages in a folder."""

    name = "voila"  # so that voila.json and Voila's options apply

    ip = Unicode(config=True, help="The address to listen on.")
    for_class = Bool(
        default_value=False, config=True, help="Whether other machines may join classes here."
    )
    dashboards = Bool(
        default_value=False,
        config=True,
        help="Whether machines that may join classes may open all pages.",
    )
    pages = Int(40, min=1, config=True, help="How many pages may be open at a time.")
    pages_each = Int(0, min=0, config=True, help="How many from one address; 0 for any number.")
    spare_mb = Int(200, min=0, config=True, help="Memory to leave free, in MB.")
    grace = Float(5, min=0, config=True, help="Seconds between warning pages and stopping.")
    ready = Int(0, min=0, config=True, help="How many pages of each game are kept ready.")
    names = Unicode(
        "", config=True, help="The names of this host, separated by commas; empty for any."
    )
    embed_from = Unicode(
        "",
        config=True,
        help="Sites that may show these pages in a frame, separated by commas; empty for none.",
    )
    fork = Bool(config=True, help="Whether to fork kernels from a warm process, on Linux.")
    behind_proxy = Bool(
        default_value=False,
        config=True,
        help="Whether a reverse proxy says where visitors come from.",
    )
    scripts = Unicode(
        "paydays_widgets.talk.script",
        config=True,
        help="The module whose function ``script`` gives the panels' script.",
    )
    classroom = Unicode(
        "paydays_widgets.classroom.handlers",
        config=True,
        help="The module with the handlers of classes; empty for none.",
    )
    painter = Unicode(
        "paydays_widgets.panels.still",
        config=True,
        help="The module that draws a folder's stills, as JSON; empty for none.",
    )

    preparer = Unicode(
        "paydays_widgets.lab.preparing",
        config=True,
        help="The module that compiles the lab's games beforehand; empty for none.",
    )

    def __init__(self, **traits: Any) -> None:
        self.closing = False
        self.stills: dict[str, dict[str, str]] = {}
        self._programs: list[subprocess.Popen[bytes]] = []
        kinds.register()
        super().__init__(**traits)

    @default("ip")
    def _as_far_as_phones(self) -> str:
        return "0.0.0.0" if self.for_class else "127.0.0.1"  # noqa: S104 - phones must reach it

    @default("fork")
    def _where_it_was_tried(self) -> bool:
        return sys.platform == "linux" and "JUPYTERHUB_SERVICE_PREFIX" not in os.environ

    @property
    def listens(self) -> list[str]:
        """The addresses to listen on; for a class this machine's own too: rooms open there."""
        own = _OWN.get(self.ip, self.ip)
        return [self.ip] if not self.for_class or is_local(_host(own)) else [self.ip, "127.0.0.1"]

    @property
    def connection_url(self) -> str:
        """Where this machine's own browser finds the pages."""
        own = self.listens[-1]
        return str(self._url(_host(_OWN.get(own, own))))

    @property
    def display_url(self) -> str:
        """The same, unless the operator says otherwise."""
        return str(self.custom_display_url or self.connection_url)

    def launch_browser(self) -> None:
        """Open the pages; Voila writes the prefix twice."""
        try:
            browser = webbrowser.get(self.browser or None)
        except webbrowser.Error:
            _LOG.warning("No browser was found.")
            return
        opening = partial(browser.open, self.connection_url, new=self.webbrowser_open_new)
        threading.Thread(target=opening, daemon=True).start()

    def initialize(self, argv: Sequence[str] | None = None) -> None:
        """Read the options; :data:`SETTINGS` are the defaults."""
        super().initialize(argv)
        usual = Config({name: dict(each) for name, each in SETTINGS.items()})
        if sys.platform == "linux":  # no ports to clash; elsewhere sockets' names are too long
            usual.KernelManager.transport = "ipc"
        if zmq.has("curve"):
            usual.KernelManager.transport_encryption = "auto"  # over TCP nobody listens in
        if sys.platform == "linux" and self.fork:
            forked.register()
            usual.KernelProvisionerFactory.default_provisioner_name = forked.NAME
        if self.ready:
            usual.VoilaConfiguration.update(preheat_kernel=True, default_pool_size=self.ready)
        usual.merge(self.config)
        self.update_config(usual)
        self.voila_configuration = VoilaConfiguration(parent=self)
        os.environ["PAYDAYS_SCRIPTS"] = url_path_join(self.base_url, SCRIPTS)
        if self.painter:
            self.voila_configuration.page_config_hook = _with_stills
        self.setup_template_dirs()
        templates.remember()

    def init_settings(self) -> dict[str, Any]:
        self.identity_provider_class = Visitors
        settings: dict[str, Any] = super().init_settings()
        limits = Limits(self.pages, self.pages_each, self.spare_mb * 2**20)
        self.house = House(limits, lambda: psutil.virtual_memory().available)
        self.kernel_manager.on_end = self.house.leave
        for name, meaning in (("pages", "Pages that are open"), ("waiting", "Visitors who wait")):
            gauge = prometheus_client.Gauge(f"paydays_{name}", meaning)
            gauge.set_function(partial(getattr, self.house, name))
        return settings | {
            "host": self,
            "house": self.house,
            "headers": {
                "Content-Security-Policy": "; ".join((*_POLICY, self._framed_by)),
                "Referrer-Policy": "same-origin",
            },
            "log_function": _log,
            "default_handler_class": handlers.Elsewhere,
            "websocket_max_message_size": LARGEST_MESSAGE,
            "kernel_websocket_connection_class": Connection,
        }

    @property
    def _framed_by(self) -> str:
        return " ".join(("frame-ancestors 'self'", *filter(None, self.embed_from.split(","))))

    def _open_classroom(self) -> Any:  # noqa: ANN401 - another part of the package
        """Make the classes' handlers, if their dependencies are installed."""
        if not self.classroom:
            return None
        try:
            classes = importlib.import_module(self.classroom)
        except ModuleNotFoundError as error:
            _LOG.info(
                "No classes: %s is not installed: pip install 'paydays_widgets[class]'", error.name
            )
            return None
        name = f"{socket.gethostname()}:{self.port}"
        try:
            opened = classes.Classroom(
                self.server_url,
                name=name,
                proxied=self.behind_proxy,
                pages=Path(self.root_dir),
                parent=self,
            )
        except ValueError as error:
            if self.for_class or "database" in self.config.Classroom:
                raise Unusable(str(error)) from None
            _LOG.warning("No classes: %s", error)
            return None
        os.environ["PAYDAYS_CLASS"] = url_path_join(self.base_url, "class/draft")
        return opened

    def init_handlers(self) -> list[Any]:
        """Return Voila's handlers, except the unused, and ours."""
        ours: dict[type, type] = {
            TornadoVoilaHandler: handlers.Page,
            TornadoVoilaTreeHandler: handlers.PageList,
            TemplateStaticFileHandler: handlers.Part,
            KernelHandler: handlers.KernelState,
            VoilaKernelWebsocketHandler: handlers.Channels,
        }
        unused = {
            VoilaContentsHandler,
            *(handler for _, handler in self.identity_provider.get_handlers()),
        }
        voilas = [
            (pattern, ours.get(handler, handler), *rest)
            for pattern, handler, *rest in super().init_handlers()
            if handler not in unused
        ]
        own = {
            "door": handlers.Door,
            "metrics": handlers.Metrics,
            r"still/(\w+)/(.+)": handlers.Still,
        }
        self.classes = self._open_classroom()
        script = importlib.import_module(self.scripts).script()
        scripts = url_path_join(self.server_url, SCRIPTS, r"stage\.[0-9a-f]{8}\.js")
        guests = routing.Rule(
            handlers.Guests(
                proxied=self.behind_proxy,
                admits=self.classes.admits if self.classes else lambda _: False,
            ),
            handlers.ClassesOnly,
            {"front": self.server_url},
        )
        # a proxy may pass on what is asked of the root, where alone search engines look
        robots = rf"(?:{re.escape(self.server_url)}|/)robots\.txt"
        return [
            (url_path_join(self.server_url, "paydays", "health"), handlers.Health),
            (robots, handlers.Robots, {"base": self.base_url}),
            *(self.classes.routes() if self.classes else ()),
            *([guests] if self.for_class and not self.dashboards else ()),
            *((url_path_join(self.server_url, "paydays", name), own[name]) for name in own),
            (scripts, handlers.Script, {"text": script}),
            *voilas,
            (".*", handlers.Nowhere, {"voila_configuration": self.voila_configuration}),
        ]

    def start(self) -> None:
        """Serve until the process is asked to stop."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # clean up even this early
        self.connection_dir = str(self._make_room_for_sockets())
        # which notebooks are trusted does not matter here, and would need a writable home
        self.config.NotebookNotary.update(db_file=":memory:", data_dir=self.connection_dir)
        try:
            self._serve()
        finally:
            if sys.platform == "linux":
                forked.Nursery.instance(parent=self).end()
            shutil.rmtree(self.connection_dir, ignore_errors=True)

    def _make_room_for_sockets(self) -> Path:
        """Make a folder with a path short enough for the names of kernels' sockets."""
        roots = [*_SHORT]
        if "connection_dir_root" in self.config.Voila:
            roots = [self.connection_dir_root]
        else:
            with suppress(FileNotFoundError):  # none is writable
                roots.insert(0, tempfile.gettempdir())
        is_socket = self.config.KernelManager.transport == "ipc"
        most = zmq.IPC_PATH_MAX_LEN - _LONGEST_NAME if is_socket else sys.maxsize
        told = []
        for root in roots:
            if len(os.fsencode(root)) > most:
                told.append(f"{root} is longer than {most} letters")
                continue
            try:
                return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=root))
            except OSError as error:
                told.append(f"{root} cannot be written: {error.strerror}")
        raise Unusable(
            f"Kernels need a folder for their sockets ({'; '.join(told)}): "
            "name another with --Voila.connection_dir_root."
        )

    async def _try_a_kernel(self) -> None:
        """Start a kernel as a page would, and end it, so that a failure shows now."""
        manager, started = self.kernel_manager, None
        try:
            async with asyncio.timeout(_PATIENCE):
                started = await manager.start_kernel(path="", env=os.environ.copy())
                client = manager.get_kernel(started).client()
                client.start_channels()
                try:
                    await client.wait_for_ready(timeout=_PATIENCE)
                finally:
                    client.stop_channels()
        except Exception as error:  # noqa: BLE001 - any error is reported
            raise Unusable(
                f"No kernel starts, which every page needs ({type(error).__name__}: {error}). "
                f"Its files are in {self.connection_dir}; --Voila.connection_dir_root names "
                "another folder, and --no-fork starts kernels in the usual way."
            ) from None
        finally:
            if started is not None and started in manager:
                await manager.shutdown_kernel(started, now=True)

    def _serve(self) -> None:
        open_files()  # before the nursery: kernels inherit the limit
        sockets = []
        for ip in self.listens:
            try:
                sockets += netutil.bind_sockets(self.port, ip)
            except OSError as error:
                raise Unusable(
                    f"Port {self.port} of {ip or 'this machine'} cannot be used "
                    f"({error.strerror}): choose another with --port."
                ) from None
        if sys.platform == "linux" and self.fork:
            forked.Nursery.instance(parent=self).start()
        self.ioloop = ioloop.IOLoop.current()
        self.app = web.Application(transforms=[Packed], **self.init_settings())
        hosts = "|".join(re.escape(name.strip()) for name in self.names.split(",") if name)
        self.app.add_handlers(f"({hosts})$" if hosts else ".*$", self.init_handlers())
        server = Listener(self.app, xheaders=self.behind_proxy, max_body_size=LARGEST_REQUEST)
        self.ioloop.run_sync(self._try_a_kernel)
        server.add_sockets(sockets)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._told_to_stop)
        self.ioloop.add_callback(self._get_ready)
        if sys.platform == "linux":
            _keep_few_arenas()
            self._trims = ioloop.PeriodicCallback(give_back, _TRIMS)
            self._trims.start()
        if self.classes:
            self.ioloop.add_callback(self.classes.start)
        gc.collect()
        gc.freeze()  # the collector can skip what stays
        self.ioloop.run_sync(self._say_where)
        if self.open_browser:
            self.launch_browser()
        self.ioloop.start()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)  # it is ending
        server.stop()
        asyncio.get_event_loop().run_until_complete(self._end())

    async def _say_where(self) -> None:
        _LOG.warning("The pages are at %s", self.display_url)
        if self.for_class and self.classes and not self.behind_proxy:
            found = await self.classes.phones("http", self.port)
            if not found:
                _LOG.warning("Phones cannot join: this computer is in no network.")
            for each in found[:1]:  # where phones most likely are
                to_phones = each.answers and each.phones
                said = "Phones join at %s/join" if to_phones else "Phones may not find %s/join"
                _LOG.warning(said, each.url)

    def _told_to_stop(self, _number: int, _frame: object) -> None:
        self.ioloop.add_callback_from_signal(self._close)

    def _close(self) -> None:
        """Admit nobody, warn the pages, stop after the grace time; at once on a second signal."""
        if self.closing or not self.house.pages:
            self.ioloop.stop()
            return
        self.closing = True
        _LOG.warning("Stopping in %s s: the pages are being told.", self.grace)
        self.ioloop.call_later(self.grace, self.ioloop.stop)

    async def _get_ready(self) -> None:
        """Do in advance what visitors would wait for; what they see first comes first."""
        if self.painter:
            await self._paint()
        if self.preparer:  # at the lowest priority; a minute or two, once
            self._started(self.preparer)

    def _started(self, *module: str, out: int | None = None) -> "subprocess.Popen[bytes]":
        """Run a module without the event loop's help: on Windows, Voila's can start no program."""
        command = [sys.executable, "-P", "-m", *module]
        self._programs.append(
            subprocess.Popen(  # noqa: S603 - our own program
                command, stdout=out, env=for_kernels(os.environ)
            )
        )
        return self._programs[-1]

    async def _paint(self) -> None:
        painter = self._started(self.painter, self.root_dir, out=subprocess.PIPE)
        drawn, _ = await asyncio.to_thread(painter.communicate)
        if painter.returncode:
            _LOG.warning("Pages begin without a still: see above.")
        else:
            self.stills = json.loads(drawn)

    async def _end(self) -> None:
        for program in self._programs:
            program.kill()
            program.wait()
        if self.classes:
            await self.classes.stop()
        await self.kernel_manager.shutdown_all()


def serve(folder: Path, options: Sequence[str] = ()) -> None:
    """Serve the pages of a folder until the process is asked to stop.

    Parameters
    ----------
    options
        In the words of traitlets, such as ``--Host.pages=100``.

    Raises
    ------
    Unusable
        If an option or the port cannot be used.
    """
    host = Host.instance(log_level=logging.WARNING, open_browser=False)
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    host.log.addFilter(_is_news)
    try:
        host.initialize([str(folder), *options])
    except TraitError as error:
        raise Unusable(str(error)) from None
    host.start()


def _host(ip: str) -> str:
    """Write an address as in a URL."""
    return f"[{ip}]" if ":" in ip else ip


def _is_news(told: logging.LogRecord) -> bool:
    """Pass over that a page is not signed: none is, and all are run."""
    return told.msg != "Notebook %s is not trusted"


def _keep_few_arenas() -> None:
    """Let threads share their memory, so that each can reuse what others free."""
    with suppress(AttributeError):  # a libc other than glibc
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 2)


def give_back() -> None:
    """Return unused memory to the system."""
    gc.collect()  # so that free memory is not scattered
    with suppress(AttributeError):  # a libc other than glibc
        ctypes.CDLL(None).malloc_trim(0)


def _with_stills(config: dict[str, Any], **_: object) -> dict[str, Any]:
    """Tell a page that there may be a still, and whether there are classes."""
    return config | {"hasStills": True, "hasClasses": "PAYDAYS_CLASS" in os.environ}


def _log(handler: web.RequestHandler) -> None:
    """Log a request without its visitor: no address, no query, no full id of a kernel."""
    prometheus_log_method(handler)
    request, status = handler.request, handler.get_status()
    write = _LOG.warning if status >= HTTPStatus.INTERNAL_SERVER_ERROR else _LOG.info
    path = _ID.sub(r"\1…", request.path)
    write("%d %s %s %.0f ms", status, request.method, path, 1000 * request.request_time())
