package io.narrows.config;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** A kind of place in which endpoints of sidecars are found. */
public sealed interface PeerLookup {
    /** Returns the key in the file. */
    String key();

    /** Returns the value in the file. */
    String text();

    /** Applies the function of this kind. A new kind adds a parameter, so that no caller can forget it. */
    <R> R match(Function<InFiles, R> files, Function<InDns, R> dns, Function<InKubernetes, R> kubernetes);

    /**
     * A watched file, or the files of a watched folder.
     *
     * @param path an existing file or folder, or one that will exist
     */
    record InFiles(Path path) implements PeerLookup {
        @Override
        public String key() {
            return "file";
        }

        @Override
        public String text() {
            return path.toString();
        }

        @Override
        public <R> R match(Function<InFiles, R> files, Function<InDns, R> dns, Function<InKubernetes, R> kubernetes) {
            return files.apply(this);
        }
    }

    /**
     * The addresses of a name.
     *
     * @param port of the links; if empty, SRV records say it
     */
    record InDns(String name, OptionalInt port) implements PeerLookup {
        @Override
        public String key() {
            return "dns";
        }

        @Override
        public String text() {
            return port.isPresent() ? name + ":" + port.getAsInt() : name;
        }

        @Override
        public <R> R match(Function<InFiles, R> files, Function<InDns, R> dns, Function<InKubernetes, R> kubernetes) {
            return dns.apply(this);
        }
    }

    /**
     * The EndpointSlices of a service.
     *
     * @param namespace if empty, that of the pod
     * @param port a number, or the name of one of the service's ports
     */
    record InKubernetes(Optional<String> namespace, String service, String port) implements PeerLookup {
        @Override
        public String key() {
            return "kubernetes";
        }

        @Override
        public String text() {
            return namespace.map(name -> name + "/").orElse("") + service + ":" + port;
        }

        @Override
        public <R> R match(Function<InFiles, R> files, Function<InDns, R> dns, Function<InKubernetes, R> kubernetes) {
            return kubernetes.apply(this);
        }
    }
}
