package io.narrows.cli.report;

/**
 * The names of a preset's cloud and of its services in the columns of FOCUS.
 *
 * @param name of the company's cloud, as provider, publisher and issuer of invoices
 * @param transfer the service that bills traffic between nodes
 * @param compute the service that bills processors
 */
record FocusProvider(String name, String transfer, String compute) {
    static FocusProvider of(String preset) {
        return switch (preset) {
            case "gcp" -> new FocusProvider("Google Cloud", "Networking", "Compute Engine");
            case "azure" -> new FocusProvider("Microsoft", "Bandwidth", "Virtual Machines");
            case "azure-peering" -> new FocusProvider("Microsoft", "Virtual Network", "Virtual Machines");
            default -> new FocusProvider("AWS", "AWS Data Transfer", "Amazon Elastic Compute Cloud");
        };
    }
}
