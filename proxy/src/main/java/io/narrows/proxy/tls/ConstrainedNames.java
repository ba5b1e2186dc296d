package io.narrows.proxy.tls;

import io.narrows.config.IpAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralSubtree;
import org.bouncycastle.asn1.x509.NameConstraints;
import org.jspecify.annotations.Nullable;

/**
 * The DNS names and IP addresses for which an authority may sign, by its name constraints (RFC 5280, section 4.2.1.10).
 * Critical or not, they count.
 */
final class ConstrainedNames {
    private static final int V4 = 4;
    private static final int V6 = 16;

    /** Trees of one kind of name; without any permitted tree, all names but the excluded ones are permitted. */
    private static final class Trees<T> {
        private final List<T> permitted = new ArrayList<>();
        private final List<T> excluded = new ArrayList<>();
    }

    private final Trees<String> names = new Trees<>();
    private final Trees<byte[]> addresses = new Trees<>();

    private ConstrainedNames(NameConstraints constraints) {
        add(constraints.getPermittedSubtrees(), names.permitted, addresses.permitted);
        add(constraints.getExcludedSubtrees(), names.excluded, addresses.excluded);
    }

    /**
     * Returns the constraints of a certificate; empty if it has none.
     *
     * @throws IllegalArgumentException if the extension is malformed
     */
    static Optional<ConstrainedNames> of(X509Certificate authority) {
        byte[] extension = authority.getExtensionValue(Extension.nameConstraints.getId());
        return Optional.ofNullable(extension)
                .map(value -> new ConstrainedNames(NameConstraints.getInstance(
                        ASN1OctetString.getInstance(value).getOctets())));
    }

    /** Returns whether certificates for the name or address are permitted. */
    boolean permit(String name) {
        Optional<byte[]> address = IpAddress.parse(name).map(ConstrainedNames::bytes);
        return address.isPresent()
                ? permits(addresses, tree -> holds(tree, address.get()))
                : permits(names, tree -> holds(tree, name));
    }

    /** Returns whether some DNS names are not permitted. */
    boolean limitNames() {
        return !names.permitted.isEmpty() || names.excluded.contains("");
    }

    /** Returns whether some IP addresses are not permitted, of both families. */
    boolean limitAddresses() {
        return !addresses.permitted.isEmpty() || excludesAll(V4) && excludesAll(V6);
    }

    private boolean excludesAll(int length) {
        return addresses.excluded.stream().anyMatch(tree -> Arrays.equals(tree, new byte[2 * length]));
    }

    private static <T> boolean permits(Trees<T> trees, Predicate<T> holds) {
        return (trees.permitted.isEmpty() || trees.permitted.stream().anyMatch(holds))
                && trees.excluded.stream().noneMatch(holds);
    }

    /** Returns whether a name is the tree's or under it. A tree that begins with a dot has only names under it. */
    private static boolean holds(String tree, String name) {
        return tree.isEmpty() || name.equals(tree) || name.endsWith(tree.startsWith(".") ? tree : "." + tree);
    }

    /** @param tree an address, and after it a mask of the same length */
    private static boolean holds(byte[] tree, byte[] address) {
        int length = address.length;
        return tree.length == 2 * length
                && IntStream.range(0, length).allMatch(i -> ((tree[i] ^ address[i]) & tree[length + i]) == 0);
    }

    private static void add(GeneralSubtree @Nullable [] trees, List<String> names, List<byte[]> addresses) {
        if (trees == null) {
            return;
        }
        for (GeneralSubtree tree : trees) {
            GeneralName base = tree.getBase();
            if (base.getTagNo() == GeneralName.dNSName) {
                names.add(base.getName().toString().toLowerCase(Locale.ROOT));
            } else if (base.getTagNo() == GeneralName.iPAddress) {
                addresses.add(ASN1OctetString.getInstance(base.getName()).getOctets());
            }
        }
    }

    static byte[] bytes(IpAddress address) {
        byte[] bytes = new byte[address.octets().size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = address.octets().get(i).byteValue();
        }
        return bytes;
    }
}
