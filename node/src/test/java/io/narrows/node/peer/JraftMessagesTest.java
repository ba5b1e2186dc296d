package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.RaftOutter;
import com.alipay.sofa.jraft.rpc.RpcRequests;
import com.google.protobuf.GeneratedMessage;
import com.google.protobuf.Message;
import io.narrows.node.peer.message.Hello;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that this module's generated classes precede those in JRaft's jar, which are from an old protobuf, on the class
 * path.
 */
final class JraftMessagesTest {
    static Stream<Class<? extends Message>> messages() {
        return Stream.of(RpcRequests.AppendEntriesRequest.class, RaftOutter.EntryMeta.class);
    }

    @ParameterizedTest
    @MethodSource("messages")
    void areGeneratedByThisModule(Class<? extends Message> message) {
        assertThat(message.getProtectionDomain().getCodeSource().getLocation())
                .isEqualTo(Hello.class.getProtectionDomain().getCodeSource().getLocation());
        assertThat(message.getSuperclass()).isEqualTo(GeneratedMessage.class);
    }
}
