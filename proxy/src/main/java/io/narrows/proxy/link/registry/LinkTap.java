package io.narrows.proxy.link.registry;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.codec.UsableCodecs;
import io.narrows.config.Compression;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.unpack.recipe.AgreedRecipes;
import io.netty.buffer.ByteBuf;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * Observes the app bytes that links send, before they are unpacked and compressed, and chooses the codecs that rules leave to the
 * sidecar. Must neither fail nor delay them.
 */
public interface LinkTap {
    /** Observes nothing. */
    LinkTap NONE = (peer, wireBytes, unpacking) -> Connection.NONE;

    /**
     * The unpacking of what a link's application compressed, whether its rule says so or not.
     *
     * @param recipes those that both ends have
     * @param formats returns those that the rule in force unpacks; used on the link's event loop
     * @param longestDelay the longest time that bytes wait for a piece, in nanoseconds
     */
    record Unpacking(AgreedRecipes recipes, Supplier<Set<PackedFormat>> formats, long longestDelay) {}

    /**
     * Returns the observer of a connection's sending direction.
     *
     * @param wireBytes returns the bytes at the socket of a frame whose payload has the given length
     */
    Connection connection(PeerId peer, IntUnaryOperator wireBytes, Unpacking unpacking);

    /** Observes one connection, on its event loop. */
    interface Connection {
        /** Observes nothing. */
        Connection NONE = new Connection() {
            @Override
            public void sent(TrafficClass trafficClass, ByteBuf app, long readAt) {}

            @Override
            public void ended() {}
        };

        /**
         * Observes the readable bytes of a read, which stay readable. The application may have compressed them.
         *
         * @param readAt on the nano clock
         */
        void sent(TrafficClass trafficClass, ByteBuf app, long readAt);

        /**
         * Observes the content that a link whose rule unpacks compresses in place of app bytes. It stays readable.
         *
         * @param surplus by how many bytes it is longer than the app bytes
         * @param readAt on the nano clock
         */
        default void carried(ByteBuf content, int surplus, long readAt) {}

        /**
         * Returns the codec of the connection's next frames: that of its rule, or a chosen one if the rule has {@code codec: auto}.
         *
         * @param compression of the rule
         * @param usable the codecs that both ends have
         */
        default CodecSpec codec(Traffic traffic, Compression compression, UsableCodecs usable) {
            return compression.spec();
        }

        /** Returns whether {@link #codec} would still return the same, as far as that does not depend on its arguments. */
        default boolean isCurrent(CodecSpec codec) {
            return true;
        }

        /** Observes that the application has been writing faster than a codec, returned by {@link #codec}, encodes. */
        default void overloaded(CodecSpec codec) {}

        /** Observes that bytes go to the socket, on the event loop. */
        default void writing(int bytes) {}

        /** Observes that the socket has taken bytes, on the event loop. */
        default void written(int bytes) {}

        /** Observes the end of the connection; may be called twice. */
        void ended();
    }
}
