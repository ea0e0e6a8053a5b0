"""``python -m paydays_widgets`` is the command ``paydays``."""

import sys

from paydays_widgets.app import main

sys.exit(main())
