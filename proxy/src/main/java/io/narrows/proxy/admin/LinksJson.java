package io.narrows.proxy.admin;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.narrows.codec.Codec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.registry.LinkSummary;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** Renders the open links as JSON. */
final class LinksJson {
    private static final JsonFactory JSON = new JsonFactory();

    private LinksJson() {}

    /** @param config says where the links' peers come from, and which TLS of databases is ended or begun here */
    static String render(List<LinkSummary> links, Config config) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartArray();
            for (LinkSummary link : links) {
                json.writeStartObject();
                json.writeStringField("peer", link.peer().value());
                json.writeBooleanField("dialled", link.dialled());
                json.writeStringField("state", link.state().name().toLowerCase(Locale.ROOT));
                json.writeStringField("target", link.target());
                json.writeStringField("class", link.trafficClass());
                json.writeStringField("codec", link.codec());
                json.writeStringField("stepped_down", link.steppedDown());
                json.writeNumberField("window_log", link.windowLog());
                json.writeNumberField("granted_window_log", link.grantedWindowLog());
                json.writeArrayFieldStart("unpack");
                for (PackedFormat format : link.unpack()) {
                    json.writeString(format.keyword());
                }
                json.writeEndArray();
                json.writeNumberField("common_recipes", link.commonRecipes());
                json.writeBooleanField("tls", link.encrypted());
                json.writeStringField(
                        "database_tls", DatabaseTlsEnd.of(config, link).label());
                json.writeArrayFieldStart("refused_codecs");
                for (Codec codec : link.refused()) {
                    json.writeString(codec.label());
                }
                json.writeEndArray();
                json.writeNumberField("header_bytes_sent", link.headerBytesSent());
                json.writeNumberField("header_bytes_received", link.headerBytesReceived());
                json.writeStringField("headers", link.headersRead() ? "read" : "modelled");
                json.writeNumberField("memory_bytes", link.memoryBytes());
                json.writeStringField("source", source(config, link.peer()));
                json.writeEndObject();
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Returns the source that found a peer; empty text if the file lists it, or if it is not a peer any longer. */
    private static String source(Config config, PeerId peer) {
        return config.peer(peer).flatMap(Peer::source).map(PeerSource::label).orElse("");
    }
}
