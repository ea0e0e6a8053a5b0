"""JupyterHub with these pages: everyone who logs in gets a server of their own.

A server holds the pages and the notebooks too, so it can do more than `paydays serve`: its reader
has files and kernels. Give each a container or an account; `simple` is for trials and gives none.
"""

c = get_config()  # noqa: F821 - JupyterHub defines it

c.JupyterHub.bind_url = "http://127.0.0.1:8000/games/"
c.JupyterHub.spawner_class = "simple"  # for a class: "systemdspawner", "docker", "kubespawner"
c.JupyterHub.authenticator_class = "dummy"  # for a class: whatever knows your students
c.Authenticator.allow_all = True

c.Spawner.cmd = ["jupyterhub-singleuser"]
c.Spawner.notebook_dir = "/opt/paydays/notebooks"
c.Spawner.default_url = "/voila/render/index.ipynb"
c.Spawner.environment = {
    "JUPYTER_PATH": "/opt/paydays/paydays_widgets/hosting/jupyter",  # the template of the pages
    "JUPYTER_CONFIG_PATH": "/opt/paydays/binder",  # voila.json
}
c.Spawner.args = [
    "--ServerApp.jpserver_extensions={'voila.server_extension': True}",
    "--MappingKernelManager.buffer_offline_messages=False",  # the pages ask again by themselves
    "--MappingKernelManager.cull_idle_timeout=600",
    "--MappingKernelManager.cull_interval=60",
]
c.Spawner.mem_limit = "500M"  # for spawners that have limits: a server, and five kernels of 50 MB
