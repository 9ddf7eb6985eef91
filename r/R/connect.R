# The way to Python: found, checked and kept at the first call.

session <- new.env(parent = emptyenv())

# Python's function that this package calls.
connect <- function() {
  if (is.null(session$call)) {
    python <- find_python()
    check_version(import_or_stop("mcbnc", "__version__", python), python)
    session$call <- import_or_stop("mcbnc._r", "call", python)
    tell_about_numpy(python)
  }
  session$call
}

# The path of the Python that reticulate uses.
find_python <- function() {
  found <- tryCatch(reticulate::py_available(initialize = TRUE), error = function(error) FALSE)
  if (!found) {
    stop_mcbnc(paste(
      "reticulate finds no Python. Set RETICULATE_PYTHON to the path of a Python that has mcbnc,",
      "before the first call, for example by Sys.setenv()"
    ))
  }
  reticulate::py_config()$python
}

# A folder named mcbnc in the working directory can be imported too, as a module without attributes.
import_or_stop <- function(module, attribute, python) {
  tryCatch(
    reticulate::py_to_r(reticulate::py_get_attr(reticulate::import(module), attribute)),
    error = function(error) {
      stop_mcbnc(sprintf(
        "the Python that reticulate uses, %s, cannot import %s (%s). %s; or %s",
        python, module, first_line(conditionMessage(error)), how_to_install(python),
        "set RETICULATE_PYTHON to the path of a Python that has mcbnc, and start R again"
      ))
    }
  )
}

# Both packages are made from one checkout and have one version. A newer Python package still has all that R calls.
check_version <- function(version, python) {
  needed <- as.character(packageVersion("mcbnc"))
  if (compareVersion(version, needed) < 0) {
    stop_mcbnc(sprintf(
      "mcbnc %s in %s is too old: the R package needs version %s. %s",
      version, python, needed, how_to_install(python)
    ))
  }
}

how_to_install <- function(python) {
  sprintf("To install mcbnc there, run `%s -m pip install .` in a checkout of mcbnc", python)
}

# A reticulate built for NumPy 1 reads no array of NumPy 2. This package passes no arrays, but its users may.
tell_about_numpy <- function(python) {
  if (!reticulate::py_numpy_available(initialize = TRUE)) {
    message(sprintf(
      paste0(
        "mcbnc: this reticulate (%s) cannot read arrays of this NumPy (%s). The functions of mcbnc work all the ",
        "same. Only arrays that you take out of `$python` yourself will fail. To mend that, run\n  ",
        "%s -m pip install 'numpy<2'\nor install a newer reticulate, and start R again."
      ),
      packageVersion("reticulate"), reticulate::import("numpy")$`__version__`, python
    ))
  }
}
