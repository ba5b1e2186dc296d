package io.narrows.cli.node;

import io.narrows.config.StoreMember;
import io.narrows.config.StoreMembers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What names lead to in this process: those of the store's members to the sidecar beside it, {@code localhost} to this
 * machine, all others nowhere. The JDK reads the file's name when {@link InetAddress} is first used, which is before any
 * resolution and any socket, and the file itself at each resolution; what it has found it keeps for 30 s, what it has not
 * for 10 s.
 */
final class MemberNames {
    static final String PROPERTY = "jdk.net.hosts.file";

    private final HostsFile file;

    MemberNames(HostsFile file) {
        this.file = file;
    }

    /**
     * Writes the hosts file of this process and puts it in force, unless the user has named one, which then has to lead to the
     * same.
     *
     * @param directory of the store; made if it is not there
     * @throws IOException when it cannot be written, or names lead elsewhere all the same
     */
    static MemberNames establish(Path directory, StoreMembers members) throws IOException {
        Files.createDirectories(directory);
        HostsFile file = new HostsFile(directory);
        file.write(members);
        if (System.getProperty(PROPERTY) == null) {
            System.setProperty(PROPERTY, file.path().toString());
        }
        for (StoreMember member : members.all()) {
            require(member, file.path());
        }
        return new MemberNames(file);
    }

    /** Lets the names lead elsewhere from now on, within the times above. */
    void update(StoreMembers members) throws IOException {
        file.write(members);
    }

    private static void require(StoreMember member, Path file) throws IOException {
        String name = member.address().host();
        String expected = HostsFile.ip(member.via());
        String found = lookUp(name);
        if (!InetAddress.getByName(expected).getHostAddress().equals(found)) {
            throw new IOException("the name " + name + " leads to " + found + " in this process, expected " + expected
                    + ", as in " + file + "; start with NARROWS_JAVA_OPTS=-D" + PROPERTY + "=" + file);
        }
    }

    private static String lookUp(String name) {
        try {
            return InetAddress.getByName(name).getHostAddress();
        } catch (UnknownHostException e) {
            return "nothing";
        }
    }
}
