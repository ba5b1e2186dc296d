package io.narrows.cli.platform;

import io.narrows.config.CloudPlace;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Optional;

/**
 * Amazon's instance metadata service, version 2. The zone is the zone's id, which names the same zone in every account.
 *
 * @see <a href="https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html">AWS</a>
 */
record AwsMetadata(String base) implements MetadataService {
    private static final String PLACEMENT = "/latest/meta-data/placement/";
    private static final String TOKEN = "X-aws-ec2-metadata-token";

    @Override
    public String cloud() {
        return "AWS";
    }

    @Override
    public String silence() {
        return "; in a container, the instance needs an IMDSv2 hop limit of 2";
    }

    @Override
    public CloudPlace ask(MetadataClient client) throws IOException, InterruptedException {
        String token = client.send(
                        MetadataClient.request(base + "/latest/api/token", "X-aws-ec2-metadata-token-ttl-seconds", "60")
                                .PUT(BodyPublishers.noBody())
                                .build(),
                        TOKEN)
                .text();
        if (!token.matches("[\\x21-\\x7e]{1,1024}")) {
            throw new UnusableAnswerException("the token is not valid");
        }
        String region = client.get(base + PLACEMENT + "region", TOKEN, token);
        String zone = client.get(base + PLACEMENT + "availability-zone-id", TOKEN, token);
        return new CloudPlace(
                cloud(), PlaceNames.checked("region", region), Optional.of(PlaceNames.checked("zone", zone)));
    }
}
