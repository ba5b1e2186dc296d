package io.narrows.config;

import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The addresses that the sidecar and its store listen on. No two of them may overlap. */
final class ListenAddresses {
    private final SidecarAddresses addresses;
    private final List<Claim> claims = new ArrayList<>();

    ListenAddresses(SidecarAddresses addresses) {
        this.addresses = addresses;
    }

    /** Reads and claims a listen address of the sidecar. */
    Optional<HostPort> read(YamlValue value) {
        Optional<HostPort> address = addresses.read(value);
        address.ifPresent(wanted -> claim(value, wanted));
        return address;
    }

    /**
     * Reads and claims a listen address of the store. It must be an IP address: in the store's process, only the names of
     * members resolve.
     */
    Optional<HostPort> readOfStore(YamlValue value) {
        Optional<HostPort> address = Addresses.read(value);
        address.ifPresent(wanted -> claim(value, wanted));
        address.filter(HostPort::needsResolver)
                .ifPresent(at -> value.wrong(
                        Words.quote(at.host()) + " is a host name, which the store does not resolve", "an IP address"));
        return address;
    }

    /** Claims an address that has been read already. */
    void claim(YamlValue value, HostPort wanted) {
        overlapping(wanted)
                .ifPresent(taken -> value.wrong(
                        "address " + wanted + " overlaps " + taken.address + taken.where(), "a unique address"));
        claims.add(new Claim(Optional.of(value), wanted, ""));
    }

    /** Claims a default address, which is not in the file. A conflict is reported at the earlier claim. */
    HostPort reserve(HostPort address, String what) {
        overlapping(address)
                .ifPresent(taken -> taken.value.ifPresent(at -> at.wrong(
                        "address " + taken.address + " overlaps the default of " + what + ", " + address,
                        "a unique address")));
        claims.add(new Claim(Optional.empty(), address, what));
        return address;
    }

    private Optional<Claim> overlapping(HostPort address) {
        return claims.stream().filter(claim -> claim.address.overlaps(address)).findFirst();
    }

    /** @param what the key that the address is the default of, if the file has no value for it */
    private record Claim(Optional<YamlValue> value, HostPort address, String what) {
        String where() {
            return value.map(at -> " at line " + at.place().line()).orElse(", the default of " + what);
        }
    }
}
