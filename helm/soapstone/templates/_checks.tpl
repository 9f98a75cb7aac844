{{- /* Checks of several values together, which the schema cannot express: such pods would not start, lose requests or be unreachable. */ -}}
{{- define "soapstone.checks" -}}
{{- include "soapstone.check.names" . -}}
{{- include "soapstone.check.labels" . -}}
{{- include "soapstone.check.sources" . -}}
{{- include "soapstone.check.grace" . -}}
{{- include "soapstone.check.addresses" . -}}
{{- include "soapstone.check.secrets" . -}}
{{- include "soapstone.check.library" . -}}
{{- include "soapstone.check.counts" . -}}
{{- include "soapstone.check.hooks" . -}}
{{- if and .Values.monitoring.serviceMonitor.enabled .Values.monitoring.podMonitor.enabled -}}
{{- fail "monitoring: serviceMonitor and podMonitor would scrape every pod twice; enable one of them" -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.check.names" -}}
{{- $names := list -}}
{{- range .Values.bridges -}}
{{- if has .name $names -}}
{{- fail (printf "bridges: two bridges have the name %s" .name) -}}
{{- end -}}
{{- $names = append $names .name -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.check.labels" -}}
{{- $reserved := include "soapstone.reservedLabels" . | splitList " " -}}
{{- range $value := list "commonLabels" "podLabels" -}}
{{- range $key := keys (index $.Values $value) | sortAlpha -}}
{{- if has $key $reserved -}}
{{- fail (printf "%s: the chart and Helm find pods and objects by %s; use another key (nameOverride and fullnameOverride change names)" $value $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* In words: a schema would only count them. */ -}}
{{- define "soapstone.check.sources" -}}
{{- $kinds := list "files" "configMap" "secret" "volume" "image" "initContainer" -}}
{{- range $bridge := .Values.bridges -}}
{{- range $key := list "mapping" "contract" -}}
{{- with index $bridge $key -}}
{{- $named := list -}}
{{- range $kind := $kinds -}}
{{- if hasKey (index $bridge $key) $kind }}{{ $named = append $named $kind }}{{ end -}}
{{- end -}}
{{- if gt (len $named) 1 -}}
{{- fail (printf "bridges: the %s of %s comes from %s; name one of them" $key $bridge.name (join " and " $named)) -}}
{{- else if not $named -}}
{{- fail (printf "bridges: the %s of %s comes from nowhere; name one of %s" $key $bridge.name (join ", " $kinds)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* A pod that is killed while it drains loses requests. */ -}}
{{- define "soapstone.check.grace" -}}
{{- $drain := include "soapstone.drainSeconds" . | float64 -}}
{{- if le (float64 .Values.terminationGracePeriodSeconds) $drain -}}
{{- fail (printf "terminationGracePeriodSeconds: %v s must be longer than settings.drainDelay and settings.drainTimeout together (%v s), or pods are killed before their requests finish" .Values.terminationGracePeriodSeconds $drain) -}}
{{- end -}}
{{- end -}}

{{- /* Numbers of pods with which nothing moves: no drain of a node, no rollout, no scaling. */ -}}
{{- define "soapstone.check.counts" -}}
{{- $auto := .Values.autoscaling -}}
{{- if and $auto.enabled (lt (int $auto.maxReplicas) (int $auto.minReplicas)) -}}
{{- fail (printf "autoscaling.maxReplicas: %v is less than autoscaling.minReplicas (%v)" $auto.maxReplicas $auto.minReplicas) -}}
{{- end -}}
{{- $least := ternary $auto.minReplicas .Values.replicaCount $auto.enabled | int -}}
{{- $budget := .Values.podDisruptionBudget -}}
{{- $kept := toString $budget.minAvailable -}}
{{- if and $budget.enabled (ne $kept "<nil>") -}}
{{- if or (eq $kept "100%") (and (not (hasSuffix "%" $kept)) (gt (int $kept) 0) (ge (int $kept) $least)) -}}
{{- fail (printf "podDisruptionBudget.minAvailable: %s of %d pods lets none of them go, and no node can be drained" $kept $least) -}}
{{- end -}}
{{- end -}}
{{- $rolling := default dict .Values.strategy.rollingUpdate -}}
{{- if and (ne (toString .Values.strategy.type) "Recreate") (regexMatch "^0%?$" (toString $rolling.maxSurge)) (regexMatch "^0%?$" (toString $rolling.maxUnavailable)) -}}
{{- fail "strategy.rollingUpdate: with maxSurge and maxUnavailable of 0 no pod can be replaced" -}}
{{- end -}}
{{- end -}}

{{- /* The Job before a release runs before its objects are made: hooks alone are there by then. */ -}}
{{- define "soapstone.check.hooks" -}}
{{- if .Values.check.enabled -}}
{{- $needed := dict "Secret" (deepCopy (default list .Values.secrets)) "ConfigMap" list -}}
{{- range $bridge := .Values.bridges -}}
{{- range $source := list $bridge.mapping $bridge.contract -}}
{{- with $source -}}
{{- with .secret }}{{- $_ := set $needed "Secret" (append $needed.Secret .name) -}}{{ end -}}
{{- with .configMap }}{{ $_ := set $needed "ConfigMap" (append $needed.ConfigMap .name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range .Values.extraObjects -}}
{{- $object := include "soapstone.tpl" (dict "root" $ "value" .) | fromYaml -}}
{{- $annotations := default dict $object.metadata.annotations -}}
{{- if and (has $object.metadata.name (default list (get $needed $object.kind))) (not (hasKey $annotations "helm.sh/hook")) -}}
{{- fail (printf "extraObjects: the check before the release needs the %s %s, which is made after it. Make it before, or give it the annotations helm.sh/hook: pre-install,pre-upgrade and helm.sh/hook-weight: \"-5\", or set check.enabled to false" $object.kind $object.metadata.name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* What selects pods of this chart. */ -}}
{{- define "soapstone.check.library" -}}
{{- if eq .Values.mode "library" -}}
{{- $selecting := dict "ingress" .Values.ingress "httpRoute" .Values.httpRoute "autoscaling" .Values.autoscaling "networkPolicy" .Values.networkPolicy "monitoring.serviceMonitor" .Values.monitoring.serviceMonitor "monitoring.podMonitor" .Values.monitoring.podMonitor -}}
{{- range $name, $one := $selecting -}}
{{- if $one.enabled -}}
{{- fail (printf "%s: in library mode there are no pods of this chart to select; disable it" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.check.addresses" -}}
{{- $settings := .Values.settings -}}
{{- $local := list "127.0.0.1" "::1" "localhost" -}}
{{- if has (default "::" $settings.adminHost) $local -}}
{{- fail (printf "settings.adminHost: kubelet probes and Prometheus cannot reach %s" $settings.adminHost) -}}
{{- end -}}
{{- if and (eq .Values.mode "standalone") (has (default "::" $settings.host) $local) -}}
{{- fail (printf "settings.host: the Service cannot reach %s" $settings.host) -}}
{{- end -}}
{{- if eq (include "soapstone.port" .) (include "soapstone.adminPort" .) -}}
{{- fail (printf "settings.port and settings.adminPort: both are %s" (include "soapstone.port" .)) -}}
{{- end -}}
{{- end -}}

{{- /* Files of secrets that are not mounted. */ -}}
{{- define "soapstone.check.secrets" -}}
{{- $mounted := list -}}
{{- range .Values.extraVolumeMounts -}}
{{- $mounted = append $mounted (trimSuffix "/" .mountPath) -}}
{{- end -}}
{{- range .Values.secrets -}}
{{- $mounted = append $mounted (printf "/etc/soapstone/secrets/%s" .) -}}
{{- end -}}
{{- range regexFindAll "/etc/soapstone/secrets/[A-Za-z0-9._-]+" (list .Values.settings .Values.bridges | toJson) -1 | uniq -}}
{{- if not (or (has . $mounted) (has "/etc/soapstone/secrets" $mounted)) -}}
{{- fail (printf "secrets: the settings name a file below %s, which is not mounted (secrets: [%s])" . (base .)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
