package io.narrows.proxy;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs jobs on worker threads at intervals. A job that fails runs again; only the first of successive failures is logged above debug. Safe for use
 * by many threads.
 */
final class PeriodicJobs {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicJobs.class);

    private final SidecarTime time;
    private final Executor workers;

    /** @param workers run the jobs */
    PeriodicJobs(SidecarTime time, Executor workers) {
        this.time = time;
        this.workers = workers;
    }

    /**
     * Runs a job from now on, first after one interval.
     *
     * @param name of the job, for the log
     */
    void every(Duration interval, String name, Runnable job) {
        Job guarded = new Job(name, job);
        time.every(interval, guarded::submit);
    }

    private final class Job implements Runnable {
        private final String name;
        private final Runnable job;
        private volatile boolean failed;

        Job(String name, Runnable job) {
            this.name = name;
            this.job = job;
        }

        /** Called by the timer, which would end the job after an exception. */
        void submit() {
            try {
                workers.execute(this);
            } catch (RejectedExecutionException e) {
                LOG.atDebug().addKeyValue("job", name).setCause(e).log("stopping; a periodic job does not run");
            } catch (RuntimeException | Error e) {
                failed(e);
            }
        }

        @Override
        public void run() {
            try {
                job.run();
                failed = false;
            } catch (RuntimeException | Error e) {
                failed(e);
            }
        }

        private void failed(Throwable cause) {
            (failed ? LOG.atDebug() : LOG.atError())
                    .addKeyValue("job", name)
                    .setCause(cause)
                    .log("a periodic job failed because of an internal error; it will run again");
            failed = true;
        }
    }
}
