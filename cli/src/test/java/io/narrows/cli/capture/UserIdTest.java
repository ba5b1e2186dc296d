package io.narrows.cli.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class UserIdTest {
    @Test
    void user_hasANumber() throws IOException {
        assertThat(UserId.find("root")).hasValue(0);
    }

    @Test
    void unknownUser_hasNone() throws IOException {
        assertThat(UserId.find("no-such-user")).isEmpty();
    }

    @Test
    void userThatCannotBeLookedUp_isAnError() {
        assertThatThrownBy(() -> UserId.find("no-such-program", "root"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-program cannot be run")
                .hasMessageEndingWith("to look up user root, or set --user to a number");
        assertThatThrownBy(() -> UserId.find("false", "root")).hasMessageContaining("failed with exit code 1");
    }
}
