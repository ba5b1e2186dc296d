package io.narrows.cli.estimate.page;

import java.util.List;

/**
 * A table.
 *
 * @param texts the number of columns at the left that are text; the others are numbers
 * @param rows with a cell for each column
 */
record PageTable(String title, int texts, List<String> columns, List<List<String>> rows) {
    PageTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    String html() {
        StringBuilder html = new StringBuilder("<section>\n<h2>" + Html.text(title) + "</h2>\n"
                + "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" + Html.text(title)
                + "\"><table>\n<thead><tr>");
        for (int i = 0; i < columns.size(); i++) {
            html.append("<th scope=\"col\"").append(kind(i)).append('>').append(Html.text(columns.get(i)));
            html.append("</th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (List<String> row : rows) {
            html.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                html.append("<td").append(kind(i)).append("><bdi>").append(Html.text(row.get(i)));
                html.append("</bdi></td>");
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody>\n</table></div>\n</section>\n").toString();
    }

    private String kind(int column) {
        return column < texts ? "" : " class=\"number\"";
    }
}
