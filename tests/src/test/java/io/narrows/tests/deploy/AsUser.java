package io.narrows.tests.deploy;

import java.util.List;

/** The words before a command that take all privileges from it. */
final class AsUser {
    private AsUser() {}

    /** @param user a name or a number; its group has the same */
    static List<String> of(String user) {
        return List.of(
                "setpriv",
                "--reuid=" + user,
                "--regid=" + user,
                "--clear-groups",
                "--no-new-privs",
                "--inh-caps=-all",
                "--bounding-set=-all");
    }
}
