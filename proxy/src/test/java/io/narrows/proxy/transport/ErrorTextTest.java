package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

final class ErrorTextTest {
    @Test
    void message_isTheText() {
        assertThat(ErrorText.of(new IOException("Connection refused: /10.0.0.1:15000")))
                .isEqualTo("Connection refused: /10.0.0.1:15000");
    }

    @Test
    void nativeCall_isLeftOut() {
        assertThat(ErrorText.of(new ConnectException(
                        "finishConnect(..) failed with error(-111): Connection refused: /10.0.0.1:15000")))
                .isEqualTo("Connection refused: /10.0.0.1:15000");
    }

    @Test
    void exceptionWithoutAMessage_isNamed() {
        assertThat(ErrorText.of(new ClosedChannelException())).isEqualTo("ClosedChannelException");
    }

    @Test
    void fileThatCannotBeRead_isNamedWithTheReason() {
        assertThat(ErrorText.of(new NoSuchFileException("peers.yaml"))).isEqualTo("peers.yaml does not exist");
        assertThat(ErrorText.of(new AccessDeniedException("peers.yaml")))
                .isEqualTo("this user has no permission to read peers.yaml");
        assertThat(ErrorText.of(new FileSystemException("peers.yaml"))).isEqualTo("FileSystemException: peers.yaml");
        assertThat(ErrorText.of(new FileSystemException("peers.yaml", null, "Is a directory")))
                .isEqualTo("peers.yaml: Is a directory");
    }

    /** Netty creates such a message for a failed connect whose cause has none. */
    @Test
    void addressBehindNoMessage_getsTheNameOfTheCause() {
        ConnectException annotated = new ConnectException("null: /10.0.0.1:15000");
        annotated.initCause(new ClosedChannelException());

        assertThat(ErrorText.of(annotated)).isEqualTo("ClosedChannelException: /10.0.0.1:15000");
        assertThat(ErrorText.of(new ConnectException("null: /10.0.0.1:15000")))
                .isEqualTo("ConnectException: /10.0.0.1:15000");
    }
}
