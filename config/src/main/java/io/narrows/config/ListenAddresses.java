package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The addresses that the sidecar listens on: no two of them may be the same. */
final class ListenAddresses {
    private final List<Claim> claims = new ArrayList<>();

    /** Reads an address and takes it. */
    Optional<HostPort> read(YamlValue value) {
        Optional<HostPort> address = Addresses.read(value);
        address.ifPresent(wanted -> {
            overlapping(wanted)
                    .ifPresent(taken -> value.wrong(
                            "address " + wanted + " overlaps " + taken.address + " at line "
                                    + taken.value.place().line(),
                            "an address of its own"));
            claims.add(new Claim(value, wanted));
        });
        return address;
    }

    /** Takes an address that stands in no file; who took it before is told. */
    HostPort reserve(HostPort address, String what) {
        overlapping(address)
                .ifPresent(taken -> taken.value.wrong(
                        "address " + taken.address + " overlaps the default of " + what + ", " + address,
                        "an address of its own"));
        return address;
    }

    private Optional<Claim> overlapping(HostPort address) {
        return claims.stream().filter(claim -> claim.address.overlaps(address)).findFirst();
    }

    private record Claim(YamlValue value, HostPort address) {}
}
