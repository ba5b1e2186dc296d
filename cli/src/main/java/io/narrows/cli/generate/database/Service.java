package io.narrows.cli.generate.database;

import java.util.Optional;

/**
 * A service that the nodes of a database provide to each other.
 *
 * @param target its name in the sidecars' configuration, and that of its port in the cluster file
 * @param trafficClass the class of its traffic; empty if the first bytes identify it
 * @param purpose a sentence for the comment above the target
 */
public record Service(String target, Optional<String> trafficClass, String purpose) {
    static Service of(String target, String trafficClass, String purpose) {
        return new Service(target, Optional.of(trafficClass), purpose);
    }
}
