package io.narrows.cli.capture;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Our table in the kernel. A chain that no packet reaches records the text it was made from and its listing afterwards, since
 * nft does not list rules in the words in which they were written.
 */
final class InstalledTable {
    /** How the table in the kernel relates to a wanted one. */
    enum State {
        ABSENT,
        AS_WANTED,
        /** Made from another text. */
        OF_ANOTHER_PLAN,
        /** Changed since it was made. */
        CHANGED
    }

    private static final String RECORD = "applied";
    private static final Pattern RECORD_CHAIN =
            Pattern.compile("\\n?\\tchain " + RECORD + " \\{\\n.*?\\n\\t}\\n", Pattern.DOTALL);
    private static final Pattern COMMENT =
            Pattern.compile("comment \"plan (\\p{XDigit}+) listing (\\p{XDigit}+) fail (open|closed)\"");
    private static final int DIGEST_DIGITS = 32;

    private static final Pattern SET = Pattern.compile("set peers[46] \\{[^{}]*elements = \\{([^{}]*)}");

    private InstalledTable() {}

    /**
     * Installs a table, in one transaction, and its record in another.
     *
     * @param failOpen whether the service manager may remove the table after the sidecar has ended
     *
     * @throws IOException if nft refuses it; the former table remains then
     */
    static void replace(String table, boolean failOpen) throws IOException {
        nft(NftTable.replacing(table));
        String record = "plan " + digest(table) + " listing " + digest(listing().orElse("")) + " fail "
                + (failOpen ? "open" : "closed");
        nft("add chain " + NftTable.NAME + " " + RECORD + "\nadd rule " + NftTable.NAME + " " + RECORD
                + " return comment \"" + record + "\"\n");
    }

    /** Returns whether the plan of the installed table says {@code fail: open}; false without a table. */
    static boolean failsOpen() throws IOException {
        return listing()
                .map(COMMENT::matcher)
                .filter(record -> record.find() && record.group(3).equals("open"))
                .isPresent();
    }

    /** Returns the connections that the installed rules redirect; none without a table. */
    static CapturedConnections captured() throws IOException {
        return CapturedConnections.of(listing().orElse(""));
    }

    static boolean isPresent() throws IOException {
        return listing().isPresent();
    }

    /**
     * Returns a plan with the installed addresses in addition, if it lacks those of a host: one name that cannot be looked up
     * must neither stop the capture nor let a peer's connections bypass it.
     *
     * @throws IOException if there is no table, and no peer has an address
     */
    static CapturePlan completed(CapturePlan plan) throws IOException {
        if (plan.unknown().isEmpty()) {
            return plan;
        }
        Optional<String> listing = listing();
        if (listing.isEmpty() && plan.peers4().isEmpty() && plan.peers6().isEmpty()) {
            throw new IOException("no peer has an address, and no rules are installed");
        }
        return plan.withAddresses(addresses(listing.orElse("")));
    }

    /** Returns the peers' addresses in a listing of the table. */
    static List<InetAddress> addresses(String listing) throws IOException {
        List<InetAddress> addresses = new ArrayList<>();
        Matcher set = SET.matcher(listing);
        while (set.find()) {
            for (String literal : set.group(1).strip().split("[,\\s]+")) {
                addresses.add(InetAddress.getByName(literal));
            }
        }
        return addresses;
    }

    static void remove() throws IOException {
        nft(NftTable.removal());
    }

    static State state(String wanted) throws IOException {
        Optional<String> listing = listing();
        if (listing.isEmpty()) {
            return State.ABSENT;
        }
        Matcher record = COMMENT.matcher(listing.get());
        if (!record.find()) {
            return State.CHANGED;
        }
        String rules = RECORD_CHAIN.matcher(listing.get()).replaceFirst("");
        if (!record.group(2).equals(digest(rules))) {
            return State.CHANGED;
        }
        return record.group(1).equals(digest(wanted)) ? State.AS_WANTED : State.OF_ANOTHER_PLAN;
    }

    /** Returns the table as nft lists it; empty if there is none. */
    private static Optional<String> listing() throws IOException {
        boolean exists =
                HostCommand.run("", "nft", "list", "tables").lines().anyMatch(("table " + NftTable.NAME)::equals);
        return exists
                ? Optional.of(HostCommand.run("", "nft", "-n", "-s", "list", "table", "inet", "narrows"))
                : Optional.empty();
    }

    private static void nft(String transaction) throws IOException {
        HostCommand.run(transaction, "nft", "-f", "-");
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, DIGEST_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
