package io.narrows.cli.capture;

import java.io.IOException;
import java.io.PrintWriter;

/** Removes the installed rules, their routes, and the connections that they have captured. */
final class RuleRemoval {
    private RuleRemoval() {}

    /**
     * Removes them, even if connections cannot be reset or forgotten.
     *
     * @param done printed once the rules are removed
     * @throws IOException if nft, ip or ss fails
     */
    static void perform(String done, PrintWriter out, PrintWriter err) throws IOException {
        CapturedConnections captured = InstalledTable.captured();
        InstalledTable.remove();
        LocalRoutes.ofThisHost().remove();
        out.println(done);
        out.flush();
        captured.reset().ifPresent(out::println);
        out.flush();
        try {
            captured.forget();
        } catch (IOException e) {
            err.println(
                    "warning: " + e.getMessage() + "; connections that are open when rules are installed again may be"
                            + " reset, as the kernel still knows captured ones with the same ports");
            err.flush();
        }
    }
}
