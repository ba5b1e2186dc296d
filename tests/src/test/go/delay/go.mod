module narrows.io/delay

go 1.19
