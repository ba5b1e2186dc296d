package io.narrows.cli.platform;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.narrows.config.CloudPlace;
import java.io.IOException;
import java.util.Optional;

/**
 * Azure's instance metadata service. A zone is a number within its region, so the zone's name is {@code REGION-NUMBER}, as in
 * the labels of Kubernetes nodes there.
 *
 * @see <a href="https://learn.microsoft.com/azure/virtual-machines/instance-metadata-service">Azure</a>
 */
record AzureMetadata(String base) implements MetadataService {
    private static final JsonFactory JSON = new JsonFactory();

    @Override
    public String cloud() {
        return "Azure";
    }

    @Override
    public CloudPlace ask(MetadataClient client) throws IOException, InterruptedException {
        String json =
                client.get(base + "/metadata/instance/compute?api-version=2021-02-01&format=json", "Metadata", "true");
        return place(json);
    }

    private CloudPlace place(String json) throws IOException {
        String location = "";
        String zone = "";
        try (JsonParser parser = JSON.createParser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UnusableAnswerException("the answer is not an object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("location")) {
                    location = parser.getValueAsString("");
                } else if (field.equals("zone")) {
                    zone = parser.getValueAsString("");
                }
                parser.skipChildren();
            }
        } catch (JsonProcessingException e) {
            throw new UnusableAnswerException("the answer is not valid JSON", e);
        }
        String region = PlaceNames.checked("location", location);
        return new CloudPlace(
                cloud(),
                region,
                zone.isEmpty() ? Optional.empty() : Optional.of(PlaceNames.checked("zone", region + "-" + zone)));
    }
}
