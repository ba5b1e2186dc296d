package io.narrows.tests.deploy;

import java.util.List;

/** The words before a command that make it run without privileges. */
final class AsUser {
    private AsUser() {}

    /** @param user a name or a number, which its group shares */
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
