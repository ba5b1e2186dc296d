package io.narrows.proxy.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiJsonTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void page_hasItsSlices_itsVersionAndTheNextPage() throws IOException {
        SlicePage page = ApiJson.page(Recorded.bytes("list-page-1.json"));

        assertThat(page.version()).isEqualTo("222");
        assertThat(page.next()).startsWith("eyJ2Ijoi");
        assertThat(page.slices()).singleElement().satisfies(slice -> {
            assertThat(slice.name()).isEqualTo("postgres-abc12");
            assertThat(slice.ports()).isEqualTo(Map.of("narrows", 7400, "sql", 5432));
            assertThat(slice.endpoints()).singleElement().satisfies(endpoint -> {
                assertThat(endpoint.addresses()).containsExactly("10.244.0.5");
                assertThat(endpoint.node()).contains("node-1");
                assertThat(endpoint.zone()).contains("eu-1a");
            });
        });
        assertThat(ApiJson.page(Recorded.bytes("list-page-2.json")).next()).isEmpty();
    }

    @Test
    void events_haveTheirTypeAndVersion() throws IOException {
        assertThat(ApiJson.event(bytes(Recorded.watch().get(0))))
                .extracting(
                        WatchEvent::type,
                        WatchEvent::version,
                        event -> event.slice().name())
                .containsExactly("ADDED", "223", "postgres-new");
        assertThat(ApiJson.event(bytes(Recorded.watch().get(3))))
                .extracting(
                        WatchEvent::type,
                        WatchEvent::version,
                        event -> event.slice().endpoints().size())
                .containsExactly("BOOKMARK", "225", 0);
    }

    @Test
    void error_hasItsStatus() throws IOException {
        WatchEvent event = ApiJson.event(Recorded.bytes("expired.json"));

        assertThat(event.type()).isEqualTo("ERROR");
        assertThat(event.status()).hasToString("410 Expired: too old resource version: 200 (231)");
        assertThat(ApiJson.status(Recorded.bytes("unauthorized.json")))
                .isEqualTo(new Status(401, "Unauthorized", "Unauthorized"));
        assertThat(ApiJson.status(bytes("<html>"))).isEqualTo(Status.NONE);
    }

    @Test
    void region_isALabelOfTheNode() throws IOException {
        assertThat(ApiJson.region(Recorded.bytes("node.json"))).contains("eu-1");
        assertThat(ApiJson.region(bytes("{\"metadata\":{\"name\":\"n\"}}"))).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "'{}', true",
        "'{\"ready\":null}', true",
        "'{\"ready\":true,\"serving\":true,\"terminating\":false}', true",
        "'{\"ready\":false,\"serving\":false,\"terminating\":false}', true",
        "'{\"ready\":false,\"serving\":true,\"terminating\":true}', true",
        "'{\"ready\":false,\"serving\":false,\"terminating\":true}', false",
        "'{\"ready\":false,\"terminating\":true}', false"
    })
    void conditions_decideWhetherAnEndpointCounts(String conditions, boolean usable) throws IOException {
        String event = "{\"type\":\"ADDED\",\"object\":{\"endpoints\":[{\"addresses\":[\"10.0.0.1\"],\"conditions\":"
                + conditions + ",\"hints\":{\"forZones\":[{\"name\":\"a\"}]}}]}}";

        assertThat(ApiJson.event(bytes(event)).slice().endpoints())
                .singleElement()
                .satisfies(endpoint -> assertThat(endpoint.isUsable()).isEqualTo(usable));
    }

    @Test
    void truncatedText_isRefused() {
        byte[] whole = Recorded.bytes("list.json");

        assertThatThrownBy(() -> ApiJson.page(Arrays.copyOf(whole, whole.length / 2)))
                .isInstanceOf(IOException.class);
    }
}
