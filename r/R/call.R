# A call of Python: its warnings and errors become R's, and Ctrl-C ends the call alone.

# The value of a function of Python's module mcbnc._r. `call` is the user's own call, for messages.
call_python <- function(name, arguments, call) {
  refuse_na(arguments, call)
  python <- connect()
  reply <- interruptible(python(name, arguments))
  for (text in reply$warnings) {
    warning(structure(
      list(message = text, call = call),
      class = c("mcbnc_warning", "warning", "condition")
    ))
  }
  if (!is.null(reply$error)) {
    error <- reply$error
    stop_mcbnc(
      error$message, call,
      kind = error$kind, argument = error$argument, dag = error$dag, site = error$site,
      nodes = as.character(unlist(error$nodes))
    )
  }
  reply$value
}

# Stops with a condition of class "mcbnc_error". Further arguments become its fields.
stop_mcbnc <- function(message, call = NULL, kind = "InvalidInputError", ...) {
  stop(structure(
    list(message = message, call = call, kind = kind, ...),
    class = c(if (kind == "CycleError") "mcbnc_cycle_error", "mcbnc_error", "error", "condition")
  ))
}

# Evaluates a call of Python so that Ctrl-C interrupts the call. Before version 1.37 of reticulate, R took the Ctrl-C
# while Python was at work, and Python was broken afterwards (pull request 1602 of reticulate). With such a version,
# Python alone gets the Ctrl-C. After the engine has stopped, R is interrupted too. While the handlers change, R keeps a
# Ctrl-C for later: it would jump out of Python's own code, and the process could die.
interruptible <- function(call) {
  if (packageVersion("reticulate") >= "1.37") return(call)
  suspendInterrupts({
    signal <- reticulate::import("signal", convert = FALSE)
    take_back <- getFromNamespace("py_register_interrupt_handler", "reticulate")
    before <- signal$signal(signal$SIGINT, signal$default_int_handler)
  })
  on.exit(suspendInterrupts({
    signal$signal(signal$SIGINT, before)
    take_back() # for R's own sake
  }))
  tryCatch(call, error = function(error) {
    if (!startsWith(conditionMessage(error), "KeyboardInterrupt")) stop(error)
    signalCondition(structure(list(message = "", call = NULL), class = c("interrupt", "condition")))
    invokeRestart("abort")
  })
}

first_line <- function(text) strsplit(text, "\n", fixed = TRUE)[[1]][1]
