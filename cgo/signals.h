#ifndef MCBNC_SIGNALS_H
#define MCBNC_SIGNALS_H

/* Make the handlers of signals that others have set safe for threads in Go. Call it before entering Go. */
void keep_handlers_off_go_stacks(void);

/* The same for a call that comes soon after another one: it looks again only if the clock has ticked since. */
void keep_handlers_off_go_stacks_again(void);

#endif
