package io.narrows.proxy.discovery.file;

import io.narrows.proxy.discovery.Batches;
import io.narrows.proxy.discovery.HostLookUp;
import io.narrows.proxy.transport.ErrorText;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The addresses of host names. If a lookup fails, the last addresses of its name remain. Not thread-safe. */
final class HostNames {
    private static final int AT_ONCE = 16;

    /**
     * The answer to the lookup of one name.
     *
     * @param addresses null if the lookup failed
     */
    record Answer(
            String name,
            @Nullable List<InetAddress> addresses,
            @Nullable Throwable failure) {
        private String reason() {
            return failure instanceof CompletionException && failure.getCause() != null
                    ? ErrorText.of(failure.getCause())
                    : ErrorText.of(Objects.requireNonNull(failure));
        }
    }

    private final HostLookUp lookUp;
    private final Map<String, List<InetAddress>> known = new HashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    HostNames(HostLookUp lookUp) {
        this.lookUp = lookUp;
    }

    /** Returns whether the host is a name, rather than an address. */
    static boolean isName(String host) {
        return !NetUtil.isValidIpV4Address(host) && !NetUtil.isValidIpV6Address(host);
    }

    /** Looks up all names, several at once. Fails only by an error of this program. */
    CompletableFuture<List<Answer>> ask(List<String> names) {
        return Batches.run(
                names,
                AT_ONCE,
                name -> lookUp.addresses(name).handle((found, failure) -> new Answer(name, found, failure)),
                batch -> true);
    }

    /** Takes the answers of a lookup of all names, and forgets other names. */
    void learn(List<Answer> answers) {
        known.keySet().retainAll(answers.stream().map(Answer::name).collect(Collectors.toSet()));
        failures.clear();
        for (Answer answer : answers) {
            if (answer.addresses() != null) {
                known.put(answer.name(), answer.addresses());
            } else {
                failures.put(answer.name(), answer.reason());
            }
        }
    }

    /** Returns the addresses of a name, or the address itself; none if no lookup succeeded yet. */
    List<InetAddress> addresses(String host) {
        InetAddress literal = isName(host) ? null : NetUtil.createInetAddressFromIpAddressString(host);
        return literal == null ? known.getOrDefault(host, List.of()) : List.of(literal);
    }

    /** Returns the reasons of failed lookups, by name. */
    Map<String, String> failures() {
        return failures;
    }
}
