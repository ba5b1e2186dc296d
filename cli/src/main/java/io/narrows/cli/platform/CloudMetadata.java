package io.narrows.cli.platform;

import io.narrows.config.CloudPlace;
import io.narrows.config.UnknownPlaceException;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The metadata services of all known clouds, which are asked at the same time since nothing tells the cloud in advance. */
final class CloudMetadata {
    static final Duration LIMIT = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final String LINK_LOCAL = "http://169.254.169.254";
    private static final String AWS_ENDPOINT = "AWS_EC2_METADATA_SERVICE_ENDPOINT";
    private static final String GCE_HOST = "GCE_METADATA_HOST";

    private final List<MetadataService> services;
    private final Duration limit;

    CloudMetadata(List<MetadataService> services, Duration limit) {
        this.services = List.copyOf(services);
        this.limit = limit;
    }

    /** Returns the services at their addresses, or at those that the environment has for the clouds' own libraries. */
    static CloudMetadata of(Map<String, String> environment) {
        return of(environment, LINK_LOCAL, LIMIT);
    }

    /**
     * @param linkLocal the address of the services that the environment does not name
     * @param limit time for all services
     */
    static CloudMetadata of(Map<String, String> environment, String linkLocal, Duration limit) {
        String aws = environment.getOrDefault(AWS_ENDPOINT, linkLocal);
        String gcp = Optional.ofNullable(environment.get(GCE_HOST))
                .map(host -> "http://" + host)
                .orElse(linkLocal);
        return new CloudMetadata(
                List.of(
                        new AwsMetadata(aws.endsWith("/") ? aws.substring(0, aws.length() - 1) : aws),
                        new GcpMetadata(gcp),
                        new AzureMetadata(linkLocal)),
                limit);
    }

    /**
     * The outcome of asking one service: a place, or the reason why there is none.
     *
     * @param last whether the service is not asked again
     */
    private record Outcome(MetadataService service, Optional<CloudPlace> place, String reason, boolean last) {}

    /**
     * Returns the place from the first service that knows it. Asks again where there is no answer: a machine that starts may be
     * without a route to the service, or the service may not be ready.
     */
    CloudPlace find() throws UnknownPlaceException {
        boolean timedOut = false;
        long end = System.nanoTime() + limit.toNanos();
        BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        Map<String, String> reasons = new LinkedHashMap<>();
        services.forEach(service -> reasons.put(service.cloud(), "no answer" + service.silence()));
        ExecutorService threads = Executors.newFixedThreadPool(services.size(), CloudMetadata::thread);
        try {
            MetadataClient client = new MetadataClient();
            services.forEach(service -> threads.execute(() -> askUntilItAnswers(service, client, outcomes)));
            for (int pending = services.size(); pending > 0; ) {
                Outcome outcome = outcomes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (outcome == null) {
                    timedOut = true;
                    break;
                }
                if (outcome.place().isPresent()) {
                    return outcome.place().get();
                }
                reasons.put(outcome.service().cloud(), outcome.reason());
                pending -= outcome.last() ? 1 : 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownPlaceException("interrupted while asking the cloud's metadata service");
        } finally {
            threads.shutdownNow();
        }
        throw new UnknownPlaceException("no usable answer from a cloud's metadata service" + (timedOut ? within() : "")
                + " ("
                + services.stream()
                        .map(service -> service.cloud() + " at " + service.base() + ": " + reasons.get(service.cloud()))
                        .collect(Collectors.joining(", "))
                + ")");
    }

    private String within() {
        return " within " + (limit.toMillis() % 1_000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms");
    }

    /** Ends with the last outcome, or when the thread is interrupted. */
    private static void askUntilItAnswers(
            MetadataService service, MetadataClient client, BlockingQueue<Outcome> outcomes) {
        try {
            Outcome outcome = ask(service, client);
            outcomes.add(outcome);
            while (!outcome.last()) {
                Thread.sleep(PAUSE.toMillis());
                outcome = ask(service, client);
                outcomes.add(outcome);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Outcome ask(MetadataService service, MetadataClient client) throws InterruptedException {
        try {
            return new Outcome(service, Optional.of(service.ask(client)), "", true);
        } catch (ConnectException e) {
            return failed(service, "cannot connect", false);
        } catch (UnusableAnswerException e) {
            return failed(service, String.valueOf(e.getMessage()), true);
        } catch (IOException e) {
            return failed(service, e.getMessage() == null ? e.toString() : e.getMessage(), false);
        } catch (IllegalArgumentException e) { // of an address from the environment
            return failed(service, "not a valid URL", true);
        }
    }

    private static Outcome failed(MetadataService service, String reason, boolean last) {
        return new Outcome(service, Optional.empty(), reason, last);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "narrows-platform");
        thread.setDaemon(true);
        return thread;
    }
}
