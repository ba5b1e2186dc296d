package io.narrows.proxy.tls;

import io.narrows.config.IpAddress;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The names for which the database of a connection wants a certificate, of which only those of the connection's own peer count.
 *
 * @param serverName the host that the database asks for (SNI); empty if it does not say
 * @param peer the peer that the connection goes to
 * @param configured the peer in the configuration in force; empty if it is no longer there
 * @param destination the address that the database has dialed; empty if that is not known
 */
public record MintRequest(
        Optional<String> serverName, PeerId peer, Optional<Peer> configured, Optional<IpAddress> destination) {
    /** Returns the names and addresses, each once. Without SNI all of the peer, as the database checks one it does not say. */
    List<String> names(MintingAuthority authority) throws NotMintedException {
        Set<String> known = new LinkedHashSet<>();
        destination.map(IpAddress::toString).ifPresent(known::add);
        configured.ifPresent(found -> found.allHosts().forEach(host -> known.add(canonical(host))));
        if (serverName.isEmpty()) {
            return allPermitted(known, authority);
        }
        String asked = canonical(serverName.get());
        if (!known.contains(asked)) {
            throw new NotMintedException("the database on this node asks for the name " + asked
                    + ", which is none of peer " + peer + " (" + String.join(", ", known)
                    + "); if it is, add it to addresses of the peer");
        }
        if (!authority.permits(asked)) {
            throw new NotMintedException(forbidden(asked, authority));
        }
        return List.of(asked);
    }

    private List<String> allPermitted(Set<String> known, MintingAuthority authority) throws NotMintedException {
        List<String> permitted =
                known.stream().filter(authority::permits).sorted().toList();
        if (permitted.isEmpty()) {
            throw new NotMintedException(
                    known.isEmpty()
                            ? "peer " + peer + " is not known"
                            : forbidden(String.join(", ", known), authority));
        }
        return permitted;
    }

    private static String forbidden(String names, MintingAuthority authority) {
        return "the name constraints of " + authority.file() + " do not permit a certificate for " + names
                + " (make an authority that may sign for it)";
    }

    /** Returns a name in lower case without a dot at the end, or an address in the one form in which certificates are made. */
    static String canonical(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return IpAddress.parse(name)
                .map(IpAddress::toString)
                .orElse(name.endsWith(".") ? name.substring(0, name.length() - 1) : name);
    }
}
