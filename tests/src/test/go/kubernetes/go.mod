module narrows.io/kubernetes

go 1.19
