package io.narrows.cli.capture;

import java.io.IOException;
import java.util.OptionalInt;

/** Numbers of users, looked up with id(1), which knows those of directory services too. */
final class UserId {
    private UserId() {}

    /**
     * Returns the number of a user; empty if there is no such user.
     *
     * @throws IOException if the user cannot be looked up
     */
    static OptionalInt find(String name) throws IOException {
        return find("id", name);
    }

    static OptionalInt find(String program, String name) throws IOException {
        try {
            return OptionalInt.of(
                    Integer.parseInt(HostCommand.run("", program, "-u", name).strip()));
        } catch (MissingProgramException e) {
            throw new IOException(e.getMessage() + " to look up user " + name + ", or set --user to a number", e);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).matches("(?s).*(no such user|unknown user).*")) {
                return OptionalInt.empty();
            }
            throw e;
        }
    }
}
