/** The page of a sidecar with more peers than a test could start. */
package io.narrows.tests.page;
