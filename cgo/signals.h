#ifndef MCBNC_SIGNALS_H
#define MCBNC_SIGNALS_H

/* Make the handlers of signals that others have set safe for threads in Go. Call it before entering Go. */
void keep_handlers_off_go_stacks(void);

#endif
