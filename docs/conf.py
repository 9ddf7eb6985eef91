"""Sphinx's settings for the site."""

import sys
from pathlib import Path

import mcbnc

sys.path.insert(0, str(Path(__file__).parent / "_site"))

# The address of the public repository, such as "https://github.com/OWNER/NAME". With it, the pages of
# notebooks have links that open them in Binder and in Colab.
notebooks_repository = ""

project = "mcbnc"
author = "The mcbnc authors"
copyright = author
version = release = mcbnc.__version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.intersphinx",
    "sphinx_copybutton",
    "inventories",
    "launch",
    "mathml",
    "type_words",
]
exclude_patterns = ["_site", "paper-joss"]  # the latter is a paper for a journal

html_theme = "furo"
html_title = f"mcbnc {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_show_sphinx = False

# Code has a copy button. What a command or a notebook prints has none.
copybutton_selector = "div:not(.output):not(.highlight-text):not(.highlight-none) > div.highlight > pre"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

# The docstrings are in numpy style. Single backticks mark code there, such as the name of a parameter.
default_role = "code"
napoleon_google_docstring = False
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # the docstrings give the types in words, with shapes
maximum_signature_line_length = 80
# A type in words, such as "sequence of r >= 1 DAGs", is not a name to link. A name of mcbnc must exist.
nitpick_ignore_regex = [("py:(class|obj|exc|func)", r"(?!mcbnc\.).*")]

myst_enable_extensions = ["attrs_inline", "colon_fence", "dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the tests have executed the notebooks
nb_merge_streams = True
