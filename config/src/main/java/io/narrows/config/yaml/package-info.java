/** A view of YAML that knows the position of everything and collects problems instead of stopping at the first. */
package io.narrows.config.yaml;
