/*
 * A process whose child has the same process id, as may come after enough forks
 * and in a new PID namespace. getpid() below takes the place of libc's for the
 * library too. Ends with 0 if the child is refused and the parent is not.
 */
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mcbnc.h"

pid_t getpid(void) { return 4711; }

/* Every function that would enter Go: in a child each of them would hang. */
static int refused(mcbnc_job job) {
    char *text = NULL;
    mcbnc_progress progress;
    mcbnc_job other;
    return mcbnc_build_info(&text) == MCBNC_WRONG_PROCESS &&
           mcbnc_runtime_info(&text) == MCBNC_WRONG_PROCESS &&
           mcbnc_job_start("{}", NULL, 0, &other, &text) == MCBNC_WRONG_PROCESS &&
           mcbnc_job_wait(job, -1) == MCBNC_WRONG_PROCESS &&
           mcbnc_job_progress(job, &progress) == MCBNC_WRONG_PROCESS &&
           mcbnc_job_cancel(job) == MCBNC_WRONG_PROCESS &&
           mcbnc_job_result(job, &text, NULL) == MCBNC_WRONG_PROCESS &&
           mcbnc_job_read(job, "order", NULL, 0) == MCBNC_WRONG_PROCESS &&
           mcbnc_job_free(job) == MCBNC_WRONG_PROCESS;
}

int main(void) {
    uint8_t dag[4] = {0, 1, 0, 0};
    mcbnc_array dags = {"dags", dag, sizeof dag};
    mcbnc_job job;
    int status;
    if (mcbnc_job_start("{\"op\":\"run\",\"n\":2,\"r\":1}", &dags, 1, &job, NULL) != MCBNC_OK ||
        mcbnc_job_wait(job, -1) != MCBNC_OK)
        return 2;

    pid_t child = fork();
    if (child == 0) {
        alarm(10); /* if a call hangs */
        _exit(refused(job) ? 0 : 1);
    }
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        printf("the child was not refused: wait status %#x\n", (unsigned)status);
        return 1;
    }
    return mcbnc_job_wait(job, 0) == MCBNC_OK && mcbnc_job_free(job) == MCBNC_OK ? 0 : 3;
}
