/** Tests the page with more peers than a test could start. */
package io.narrows.tests.page;
