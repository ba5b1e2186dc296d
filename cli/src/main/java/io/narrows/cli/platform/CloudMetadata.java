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
        String aws = environment.getOrDefault(AWS_ENDPOINT, LINK_LOCAL);
        String gcp = Optional.ofNullable(environment.get(GCE_HOST))
                .map(host -> "http://" + host)
                .orElse(LINK_LOCAL);
        return new CloudMetadata(
                List.of(
                        new AwsMetadata(aws.endsWith("/") ? aws.substring(0, aws.length() - 1) : aws),
                        new GcpMetadata(gcp),
                        new AzureMetadata(LINK_LOCAL)),
                LIMIT);
    }

    /** The outcome of asking one service: a place, or the reason why there is none. */
    private record Outcome(MetadataService service, Optional<CloudPlace> place, String reason) {}

    /** Returns the place from the first service that knows it. */
    CloudPlace find() throws UnknownPlaceException {
        long end = System.nanoTime() + limit.toNanos();
        BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
        Map<String, String> reasons = new LinkedHashMap<>();
        services.forEach(service -> reasons.put(service.cloud(), "no answer" + service.silence()));
        ExecutorService threads = Executors.newFixedThreadPool(services.size(), CloudMetadata::thread);
        try {
            MetadataClient client = new MetadataClient();
            services.forEach(service -> threads.execute(() -> outcomes.add(ask(service, client))));
            for (int pending = services.size(); pending > 0; pending--) {
                Outcome outcome = outcomes.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (outcome == null) {
                    break;
                }
                if (outcome.place().isPresent()) {
                    return outcome.place().get();
                }
                reasons.put(outcome.service().cloud(), outcome.reason());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnknownPlaceException("interrupted while asking the cloud's metadata service");
        } finally {
            threads.shutdownNow();
        }
        throw new UnknownPlaceException("no usable answer from a cloud's metadata service within " + limit.toSeconds()
                + " s ("
                + services.stream()
                        .map(service -> service.cloud() + " at " + service.base() + ": " + reasons.get(service.cloud()))
                        .collect(Collectors.joining(", "))
                + ")");
    }

    private static Outcome ask(MetadataService service, MetadataClient client) {
        try {
            return new Outcome(service, Optional.of(service.ask(client)), "");
        } catch (ConnectException e) {
            return failed(service, "cannot connect");
        } catch (IOException e) {
            return failed(service, e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (IllegalArgumentException e) { // of an address from the environment
            return failed(service, "not a valid URL");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(service, "interrupted");
        }
    }

    private static Outcome failed(MetadataService service, String reason) {
        return new Outcome(service, Optional.empty(), reason);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "narrows-platform");
        thread.setDaemon(true);
        return thread;
    }
}
