package io.narrows.cli.platform;

import io.narrows.config.CloudPlace;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Google's metadata server. Its answer is {@code projects/NUMBER/zones/REGION-LETTER}.
 *
 * @see <a href="https://cloud.google.com/compute/docs/metadata/querying-metadata">Google Cloud</a>
 */
record GcpMetadata(String base) implements MetadataService {
    private static final String FLAVOR = "Metadata-Flavor";
    private static final String GOOGLE = "Google";
    private static final Pattern ZONE = Pattern.compile("projects/[^/]+/zones/((.+)-[^-/]+)");

    @Override
    public String cloud() {
        return "GCP";
    }

    @Override
    public CloudPlace ask(MetadataClient client) throws IOException, InterruptedException {
        MetadataClient.Answer answer = client.send(
                MetadataClient.request(base + "/computeMetadata/v1/instance/zone", FLAVOR, GOOGLE)
                        .GET()
                        .build(),
                FLAVOR);
        if (!answer.header().equals(Optional.of(GOOGLE))) {
            throw new UnusableAnswerException("an answer without " + FLAVOR + ": " + GOOGLE);
        }
        Matcher zone = ZONE.matcher(answer.text());
        if (!zone.matches()) {
            throw new UnusableAnswerException("the answer names no zone");
        }
        return new CloudPlace(
                cloud(),
                PlaceNames.checked("region", zone.group(2)),
                Optional.of(PlaceNames.checked("zone", zone.group(1))));
    }
}
