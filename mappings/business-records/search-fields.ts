// Written by scripts/business-records-types.ts: field:kind of each search.
export const SEARCHES: Readonly<Record<string, string>> = {
  AccountSearch: 'accountingContext:MultiSelect balance:Double cashFlowRateType:EnumMultiSelect category1099Misc:MultiSelect description:String ' +
    'externalId:MultiSelect externalIdString:String generalRateType:EnumMultiSelect internalId:MultiSelect internalIdNumber:Long ' +
    'isInactive:Boolean legalName:String locale:EnumMultiSelect localizedLegalName:String localizedName:String localizedNumber:String ' +
    'name:String number:String parent:MultiSelect subsidiary:MultiSelect type:EnumMultiSelect',
  AccountingBookSearch: 'baseBook:MultiSelect contingentRevenueHandling:Boolean createdDate:Date customForm:MultiSelect ' +
    'effectivePeriod:MultiSelect externalId:MultiSelect externalIdString:String firstBasePeriod:MultiSelect includeChildren:Boolean ' +
    'internalId:MultiSelect internalIdNumber:Long isAdjustmentOnly:Boolean isConsolidated:Boolean isPrimary:Boolean lastModifiedDate:Date ' +
    'name:String status:EnumMultiSelect subsidiariesString:String twoStepRevenueAllocation:Boolean unbilledReceivableGrouping:EnumMultiSelect',
  AccountingContextSearch: 'description:String externalId:MultiSelect externalIdString:String internalId:MultiSelect internalIdNumber:Long ' +
    'isInactive:Boolean name:String',
  AccountingPeriodSearch: 'allLocked:Boolean allowNonGlChanges:Boolean apLocked:Boolean arLocked:Boolean closed:Boolean closedOnDate:Date ' +
    'endDate:Date internalId:MultiSelect internalIdNumber:Long isAdjust:Boolean isInactive:Boolean isQuarter:Boolean isYear:Boolean ' +
    'parent:MultiSelect payrollLocked:Boolean periodName:String startDate:Date',
  AmortizationScheduleSearch: 'accountingBook:MultiSelect amortizationType:EnumMultiSelect endDate:Date externalId:MultiSelect ' +
    'externalIdString:String initialAmount:String internalId:MultiSelect internalIdNumber:Long isInactive:Boolean job:MultiSelect name:String ' +
    'parentSched:MultiSelect periodOffset:Long recogIntervalSrc:String recurrenceType:EnumMultiSelect remainingDeferredBalance:Double ' +
    'residual:String revRecOffset:Long scheduleNumber:String sourceTran:MultiSelect startDate:Date status:String totalAmortized:Double ' +
    'totalAmount:Double',
  AmortizationTemplateSearch: 'acctContra:MultiSelect acctDeferral:MultiSelect acctTarget:MultiSelect amortizationPeriod:Long ' +
    'amortizationType:EnumMultiSelect externalId:MultiSelect externalIdString:String initialAmount:String internalId:MultiSelect ' +
    'internalIdNumber:Long isInactive:Boolean name:String periodOffset:Long recogIntervalSrc:String recurrenceType:EnumMultiSelect ' +
    'residual:String revRecOffset:Long totalAmount:Double',
  BillingAccountSearch: 'billingSchedule:MultiSelect cashSaleForm:MultiSelect class:MultiSelect currency:MultiSelect customer:MultiSelect ' +
    'customerDefault:Boolean dateCreated:Date department:MultiSelect externalId:MultiSelect externalIdString:String frequency:EnumMultiSelect ' +
    'idNumber:String inactive:Boolean internalId:MultiSelect internalIdNumber:Long invoiceForm:MultiSelect lastBillCycleDate:Date ' +
    'lastBillDate:Date location:MultiSelect memo:String name:String nextBillCycleDate:Date startDate:Date subsidiary:MultiSelect',
  BillingClassSearch: 'description:String externalId:MultiSelect externalIdString:String internalId:MultiSelect internalIdNumber:Long ' +
    'isInactive:Boolean name:String subsidiary:MultiSelect',
  BillingRateCardSearch: 'externalId:MultiSelect externalIdString:String internalId:MultiSelect internalIdNumber:Long isInactive:Boolean ' +
    'name:String',
  BillingRevenueEventSearch: 'amount:Double cumulativePercentComplete:Double customForm:MultiSelect endDate:Date eventDate:Date ' +
    'eventPurpose:EnumMultiSelect eventType:MultiSelect externalId:MultiSelect externalIdString:String internalId:MultiSelect ' +
    'internalIdNumber:Long projectRevenueRule:MultiSelect quantity:Double startDate:Date subscriptionLine:MultiSelect transactionLine:String',
  BillingScheduleSearch: 'applyToSubtotal:Boolean externalId:MultiSelect externalIdString:String frequency:EnumMultiSelect inArrears:Boolean ' +
    'initialAmount:Double initialTerms:MultiSelect internalId:MultiSelect internalIdNumber:Long isInactive:Boolean isPublic:Boolean name:String ' +
    'recurrenceCount:Long recurrencePattern:EnumMultiSelect recurrenceTerms:MultiSelect repeatEvery:Long type:EnumMultiSelect',
  BinSearch: 'binNumber:String externalId:MultiSelect externalIdString:String inactive:Boolean internalId:MultiSelect internalIdNumber:Long ' +
    'location:MultiSelect memo:String',
  BomRevisionSearch: 'billOfMaterials:MultiSelect createdDate:Date effectiveEndDate:Date effectiveStartDate:Date externalId:MultiSelect ' +
    'externalIdString:String internalId:MultiSelect internalIdNumber:Long isInactive:Boolean memo:String name:String',
  BomSearch: 'availableForAllAssemblies:Boolean availableForAllLocations:Boolean createdDate:Date externalId:MultiSelect externalIdString:String ' +
    'includeChildren:Boolean internalId:MultiSelect internalIdNumber:Long isInactive:Boolean legacyBomForAssembly:MultiSelect memo:String ' +
    'name:String restrictToAssemblies:MultiSelect restrictToLocations:MultiSelect subsidiary:MultiSelect useComponentYield:Boolean ' +
    'usedOnAssembly:Boolean',
  BudgetExchangeRateSearch: 'accountingBook:MultiSelect averageRate:Double currentRate:Double externalId:MultiSelect externalIdString:String ' +
    'fromCurrency:MultiSelect fromSubsidiary:MultiSelect historicalRate:Double internalId:MultiSelect internalIdNumber:Long isDerived:Boolean ' +
    'isEliminationSubsidiary:Boolean isPeriodClosed:Boolean periodEndDate:Date periodStartDate:Date postingPeriod:MultiSelect ' +
    'toCurrency:MultiSelect toSubsidiary:MultiSelect',
  CalendarEventSearch: 'accessLevel:EnumMultiSelect attendee:MultiSelect calendar:MultiSelect completedDate:Date createdDate:Date ' +
    'externalId:MultiSelect externalIdString:String instanceStart:Date internalId:MultiSelect internalIdNumber:Long isUpcomingEvent:Boolean ' +
    'lastModifiedDate:Date location:String message:String organizer:MultiSelect owner:MultiSelect resource:MultiSelect response:EnumMultiSelect ' +
    'startDate:Date status:EnumMultiSelect title:String',
  CampaignResponseSearch: 'campaignEvent:MultiSelect campaignResponseDate:Date channel:String entity:MultiSelect externalId:MultiSelect ' +
    'externalIdString:String internalId:MultiSelect internalIdNumber:Long leadSource:MultiSelect note:String response:EnumMultiSelect',
  ItemSearch: 'accBookRevRecForecastRule:MultiSelect account:MultiSelect accountingBook:MultiSelect accountingBookAmortization:MultiSelect ' +
    'accountingBookCreatePlansOn:MultiSelect accountingBookRevRecRule:MultiSelect accountingBookRevRecSchedule:MultiSelect ' +
    'allowedShippingMethod:MultiSelect alternateDemandSourceItem:MultiSelect atpLeadTime:Double atpMethod:EnumMultiSelect autoLeadTime:Boolean ' +
    'autoPreferredStockLevel:Boolean autoReorderPoint:Boolean availableToPartners:Boolean averageCost:Double backwardConsumptionDays:Long ' +
    'binNumber:String binOnHandAvail:Double binOnHandCount:Double bomQuantity:Double buildEntireAssembly:Boolean buildTime:Double ' +
    'buyItNowPrice:Double caption:String category:MultiSelect class:MultiSelect component:MultiSelect componentOf:MultiSelect ' +
    'componentYield:Double contingentRevenueHandling:Boolean copyDescription:Boolean correlatedItem:MultiSelect correlatedItemCorrelation:Double ' +
    'correlatedItemCount:Long correlatedItemLift:Double correlatedItemPurchaseRate:Double cost:Double costAccountingStatus:EnumMultiSelect ' +
    'costCategory:MultiSelect costEstimate:Double costEstimateType:EnumMultiSelect costingMethod:EnumMultiSelect ' +
    'countryOfManufacture:EnumMultiSelect created:Date createJob:Boolean createRevenuePlansOn:MultiSelect dateViewed:Date ' +
    'daysBeforeExpiration:Double defaultReturnCost:Double defaultShippingMethod:MultiSelect deferRevRec:Boolean demandModifier:Double ' +
    'demandSource:EnumMultiSelect demandTimeFence:Long department:MultiSelect directRevenuePosting:Boolean displayIneBayStore:Boolean ' +
    'displayName:String distributionCategory:MultiSelect distributionNetwork:MultiSelect dontShowPrice:Boolean eBayItemDescription:String ' +
    'eBayItemSubtitle:String eBayItemTitle:String ebayRelistingOption:EnumMultiSelect effectiveBomControl:EnumMultiSelect effectiveDate:Date ' +
    'effectiveRevision:MultiSelect endAuctionsWhenOutOfStock:Boolean excludeFromSitemap:Boolean externalId:MultiSelect externalIdString:String ' +
    'featuredDescription:String feedDescription:String feedName:String fixedLotSize:Double forwardConsumptionDays:Long fraudRisk:EnumMultiSelect ' +
    'froogleProductFeed:Boolean fxCost:Double generateAccruals:Boolean giftCertAuthCode:String giftCertEmail:String giftCertExpDate:Date ' +
    'giftCertFrom:String giftCertMsg:String giftCertOrigAmt:String giftCertRecipient:String hierarchyNode:MultiSelect ' +
    'hierarchyVersion:MultiSelect imageUrl:String includeChildren:Boolean internalId:MultiSelect internalIdNumber:Long ' +
    'inventoryLocation:MultiSelect invtClassification:EnumMultiSelect invtCountInterval:Long isAvailable:Boolean isDropShipItem:Boolean ' +
    'isFulfillable:Boolean isGcoCompliant:Boolean isInactive:Boolean isLotItem:Boolean isOnline:Boolean isPreferredVendor:Boolean ' +
    'isSerialItem:Boolean isSpecialOrderItem:Boolean isSpecialWorkOrderItem:Boolean isStorePickupAllowed:Boolean issueProduct:MultiSelect ' +
    'isTaxable:Boolean isVsoeBundle:Boolean isWip:Boolean itemId:String itemRevenueCategory:MultiSelect itemUrl:String lastInvtCountDate:Date ' +
    'lastModifiedDate:Date lastPurchasePrice:Double lastQuantityAvailableChange:Date leadTime:Long listingDuration:EnumMultiSelect ' +
    'location:MultiSelect locationAllowStorePickup:Boolean locationAtpLeadTime:Double locationAverageCost:Double locationBuildTime:Double ' +
    'locationCost:Double locationCostAccountingStatus:EnumMultiSelect locationDefaultReturnCost:Double locationDemandSource:EnumMultiSelect ' +
    'locationDemandTimeFence:Long locationFixedLotSize:Double locationInventoryCostTemplate:MultiSelect locationInvtClassification:EnumMultiSelect ' +
    'locationInvtCountInterval:Long locationLastInvtCountDate:Date locationLeadTime:Long locationNextInvtCountDate:Date ' +
    'locationPeriodicLotSizeDays:Long locationPeriodicLotSizeType:EnumMultiSelect locationPreferredStockLevel:Double ' +
    'locationQtyAvailForStorePickup:Double locationQuantityAvailable:Double locationQuantityBackOrdered:Double locationQuantityCommitted:Double ' +
    'locationQuantityInTransit:Double locationQuantityOnHand:Double locationQuantityOnOrder:Double locationReorderPoint:Double ' +
    'locationRescheduleInDays:Long locationRescheduleOutDays:Long locationSafetyStockLevel:Double locationStorePickupBufferStock:Double ' +
    'locationSupplyLotSizingMethod:EnumMultiSelect locationSupplyTimeFence:Long locationSupplyType:EnumMultiSelect locationTotalValue:Double ' +
    'locBackwardConsumptionDays:Long locForwardConsumptionDays:Long manufacturer:String manufactureraddr1:String manufacturerCity:String ' +
    'manufacturerState:String manufacturerTariff:String manufacturerTaxId:String manufacturerZip:String manufacturingChargeItem:Boolean ' +
    'matchBillToReceipt:Boolean matrix:Boolean matrixChild:Boolean maximumQuantity:Long metaTagHtml:String minimumQuantity:Long ' +
    'mossApplies:Boolean mpn:String multManufactureAddr:Boolean nexTagCategory:String nexTagProductFeed:Boolean nextInvtCountDate:Date ' +
    'numActiveListings:Long numberAllowedDownloads:Double numCurrentlyListed:Long obsoleteDate:Date obsoleteRevision:MultiSelect ' +
    'offerSupport:Boolean onlineCustomerPrice:Double onSpecial:Boolean otherVendor:MultiSelect outOfStockBehavior:MultiSelect ' +
    'overallQuantityPricingType:EnumMultiSelect overheadType:EnumMultiSelect pageTitle:String parent:MultiSelect periodicLotSizeDays:Long ' +
    'periodicLotSizeType:EnumMultiSelect preferenceCriterion:String preferredBin:Boolean preferredLocation:MultiSelect preferredStockLevel:Double ' +
    'preferredStockLevelDays:Long price:Double pricesIncludeTax:Boolean pricingGroup:MultiSelect primaryCategory:Long purchaseOrderAmount:Double ' +
    'purchaseOrderQuantity:Double purchaseOrderQuantityDiff:Double purchaseUnit:MultiSelect quantityAvailable:Double quantityBackOrdered:Double ' +
    'quantityCommitted:Double quantityOnHand:Double quantityOnOrder:Double quantityPricingSchedule:MultiSelect receiptAmount:Double ' +
    'receiptQuantity:Double receiptQuantityDiff:Double reorderMultiple:Long reorderPoint:Double rescheduleInDays:Long rescheduleOutDays:Long ' +
    'reservePrice:Double revenueAllocationGroup:MultiSelect revenueRecognitionRule:MultiSelect revRecForecastRule:MultiSelect ' +
    'revRecSchedule:MultiSelect roundUpAsComponent:Boolean safetyStockLevel:Double safetyStockLevelDays:Long salesDescription:String ' +
    'saleUnit:MultiSelect sameAsPrimaryBookAmortization:Boolean sameAsPrimaryBookRevRec:Boolean scheduleBCode:EnumMultiSelect ' +
    'scheduleBNumber:String scheduleBQuantity:String searchKeywords:String seasonalDemand:Boolean sellOnEBay:Boolean serialNumber:String ' +
    'serialNumberLocation:MultiSelect shipIndividually:Boolean shipPackage:MultiSelect shippingCarrier:EnumMultiSelect shippingRate:Double ' +
    'shoppingDotComCategory:String shoppingProductFeed:Boolean shopzillaCategoryId:Long shopzillaProductFeed:Boolean ' +
    'sitemapPriority:EnumMultiSelect softDescriptor:MultiSelect startingPrice:Double stockDescription:String stockUnit:MultiSelect ' +
    'storeDescription:String subsidiary:MultiSelect subType:EnumMultiSelect supplyLotSizingMethod:EnumMultiSelect ' +
    'supplyReplenishmentMethod:EnumMultiSelect supplyTimeFence:Long supplyType:EnumMultiSelect taxCode:MultiSelect taxSchedule:MultiSelect ' +
    'thumbnailUrl:String totalValue:Double trackLandedCost:Boolean transferPrice:Double type:EnumMultiSelect unitsType:MultiSelect ' +
    'upcCode:String urlComponent:String useBins:Boolean useComponentYield:Boolean useMarginalRates:Boolean vendor:MultiSelect vendorCode:String ' +
    'vendorCost:Double vendorCostEntered:Double vendorName:String vendorPriceCurrency:MultiSelect vsoeDeferral:EnumMultiSelect ' +
    'vsoeDelivered:Boolean vsoePermitDiscount:EnumMultiSelect vsoePrice:Double vsoeSopGroup:EnumMultiSelect webSite:MultiSelect weight:Double ' +
    'yahooProductFeed:Boolean',
  TransactionSearch: 'account:MultiSelect accountType:EnumMultiSelect acctCorpCardExp:MultiSelect actualShipDate:Date altSalesAmount:Double ' +
    'altSalesNetAmount:Double amount:Double amountPaid:Double amountRemaining:Double amountUnbilled:Double anyLineItem:MultiSelect ' +
    'appliedToForeignAmount:Double appliedToIsFxVariance:Boolean appliedToLinkAmount:Double appliedToLinkType:EnumMultiSelect ' +
    'appliedToTransaction:MultiSelect applyingForeignAmount:Double applyingIsFxVariance:Boolean applyingLinkAmount:Double ' +
    'applyingLinkType:EnumMultiSelect applyingTransaction:MultiSelect approvalStatus:EnumMultiSelect authCode:String autoCalculateLag:Boolean ' +
    'avsStreetMatch:EnumMultiSelect avsZipMatch:EnumMultiSelect billable:Boolean billAddress:String billAddressee:String billAttention:String ' +
    'billCity:String billCountry:EnumMultiSelect billCounty:String billedDate:Date billingAccount:MultiSelect billingSchedule:MultiSelect ' +
    'billingStatus:Boolean billingTransaction:MultiSelect billPhone:String billState:String billVarianceStatus:EnumMultiSelect billZip:String ' +
    'binNumber:String binNumberQuantity:Double bomQuantity:Double bookSpecificTransaction:Boolean buildEntireAssembly:Boolean ' +
    'buildVariance:Double built:Double canHaveStackablePromotions:Boolean catchUpPeriod:MultiSelect ccCustomerCode:String ccExpireDate:Date ' +
    'ccName:String ccNumber:String chargeType:EnumMultiSelect class:MultiSelect cleared:Boolean closed:Boolean closeDate:Date cogs:Boolean ' +
    'commissionEffectiveDate:Date commit:EnumMultiSelect componentYield:Double confirmationNumber:String contribution:Long ' +
    'costComponentAmount:Double costComponentCategory:MultiSelect costComponentItem:MultiSelect costComponentQuantity:Double ' +
    'costComponentStandardCost:Double costEstimate:Double costEstimateRate:Double costEstimateType:EnumMultiSelect createdBy:MultiSelect ' +
    'createdFrom:MultiSelect creditAmount:Double cscMatch:EnumMultiSelect currency:MultiSelect customerSubOf:MultiSelect customForm:MultiSelect ' +
    'customGL:Boolean custType:MultiSelect dateCreated:Date daysOpen:Long daysOverdue:Long debitAmount:Double deferredRevenue:Double ' +
    'deferRevRec:Boolean department:MultiSelect depositDate:Date depositTransaction:MultiSelect drAccount:MultiSelect dueDate:Date email:String ' +
    'employee:MultiSelect endDate:Date entity:MultiSelect entityStatus:MultiSelect estGrossProfit:Double estGrossProfitPct:Double ' +
    'exchangeRate:Double excludeCommission:Boolean excludeFromRateRequest:Boolean expectedCloseDate:Date expectedReceiptDate:Date ' +
    'expenseCategory:MultiSelect expenseDate:Date externalId:MultiSelect externalIdString:String finChrg:Boolean firmed:Boolean ' +
    'forecastType:EnumMultiSelect fulfillingTransaction:MultiSelect fxAccount:MultiSelect fxAmount:Double fxCostEstimate:Double ' +
    'fxCostEstimateRate:Double fxEstGrossProfit:Double fxTranCostEstimate:Double fxVsoeAllocation:Double fxVsoeAmount:Double fxVsoePrice:Double ' +
    'gcoAvailabelToCharge:Boolean gcoAvailableToRefund:Boolean gcoAvsStreetMatch:EnumMultiSelect gcoAvsZipMatch:EnumMultiSelect ' +
    'gcoBuyerAccountAge:Long gcoBuyerIp:String gcoChargeAmount:Double gcoChargebackAmount:Double gcoConfirmedChargedTotal:Double ' +
    'gcoConfirmedRefundedTotal:Double gcoCreditcardNumber:String gcoCscMatch:EnumMultiSelect gcoFinancialState:String gcoFulfillmentState:String ' +
    'gcoOrderId:String gcoOrderTotal:Double gcoPromotionAmount:Double gcoPromotionName:String gcoRefundAmount:Double gcoShippingTotal:Double ' +
    'gcoStateChangedDetail:String giftCertificate:String grossAmount:Double includeInForecast:Boolean incoterm:MultiSelect ' +
    'intercoStatus:EnumMultiSelect intercoTransaction:MultiSelect internalId:MultiSelect internalIdNumber:Long inventoryLocation:MultiSelect ' +
    'inventorySubsidiary:MultiSelect inVsoeBundle:Boolean isAllocation:Boolean isBackflush:Boolean isGcoChargeback:Boolean ' +
    'isGcoChargeConfirmed:Boolean isGcoPaymentGuaranteed:Boolean isGcoRefundConfirmed:Boolean isInsideDelivery:Boolean isInsidePickup:Boolean ' +
    'isIntercompanyAdjustment:Boolean isInTransitPayment:Boolean isMultiShipTo:Boolean isPayPalMeth:Boolean isReversal:Boolean ' +
    'isRevRecTransaction:Boolean isScrap:Boolean isShipAddress:Boolean isTransferPriceCosting:Boolean isVsoeAlloc:Boolean isWip:Boolean ' +
    'item:MultiSelect itemFulfillmentChoice:EnumMultiSelect itemRevision:MultiSelect itemSubOf:MultiSelect landedCostPerLine:Boolean ' +
    'lastModifiedDate:Date leadSource:MultiSelect lineUniqueKey:Long location:MultiSelect locationAutoAssigned:Boolean mainLine:Boolean ' +
    'mainName:MultiSelect manufacturingRouting:MultiSelect matchBillToReceipt:Boolean memo:String memoMain:String memorized:Boolean ' +
    'merchantAccount:String message:String multiSubsidiary:Boolean nameText:String netAmount:Double nextApprover:MultiSelect nextBillDate:Date ' +
    'noAutoAssignLocation:Boolean nonReimbursable:Boolean number:Long oneTimeTotal:Double opportunity:MultiSelect orderPriority:Double ' +
    'otherRefNum:TextNumber otherRefNumNonDeposit:TextNumber overheadParentItem:MultiSelect packageCount:Long paidTransaction:MultiSelect ' +
    'parent:Long partner:MultiSelect partnerContribution:Long partnerRole:MultiSelect partnerTeamMember:MultiSelect ' +
    'payingTransaction:MultiSelect paymentApproved:Boolean paymentEventDate:Date paymentEventHoldReason:EnumMultiSelect ' +
    'paymentEventPurchaseCardUsed:Boolean paymentEventPurchaseDataSent:Boolean paymentEventResult:EnumMultiSelect paymentEventType:EnumMultiSelect ' +
    'paymentHold:Boolean paymentMethod:MultiSelect paymentOption:String payPalPending:Boolean payPalStatus:String payPalTranId:String ' +
    'pnRefNum:String poAsText:String posting:Boolean priceLevel:MultiSelect printedPickingTicket:Boolean probability:Long ' +
    'projectedAmount:Double projectTask:MultiSelect promoCode:MultiSelect purchaseOrder:MultiSelect quantity:Double quantityBilled:Double ' +
    'quantityCommitted:Double quantityPacked:Double quantityPicked:Double quantityRevCommitted:Double quantityShipRecv:Double ' +
    'recognizedRevenue:Double recordType:String recurAnnuallyTotal:Double recurMonthlyTotal:Double recurQuarterlyTotal:Double ' +
    'recurringBill:Boolean recurWeeklyTotal:Double refNumber:Long revCommitStatus:EnumMultiSelect revCommittingStatus:Boolean ' +
    'revCommittingTransaction:MultiSelect revenueStatus:EnumMultiSelect reversalDate:Date reversalNumber:String revRecEndDate:Date ' +
    'revRecOnRevCommitment:Boolean revRecStartDate:Date revRecTermInMonths:Long salesEffectiveDate:Date salesOrder:MultiSelect ' +
    'salesRep:MultiSelect salesTeamMember:MultiSelect salesTeamRole:MultiSelect schedulingMethod:EnumMultiSelect serialNumber:String ' +
    'serialNumberCost:Double serialNumberCostAdjustment:Double serialNumberQuantity:Double serialNumbers:String shipAddress:String ' +
    'shipAddressee:String shipAttention:String shipCarrier:EnumMultiSelect shipCity:String shipComplete:Boolean shipCountry:EnumMultiSelect ' +
    'shipCounty:String shipDate:Date shipGroup:Long shipMethod:MultiSelect shipPhone:String shipping:Boolean shipRecvStatus:Boolean ' +
    'shipRecvStatusLine:Boolean shipState:MultiSelect shipTo:MultiSelect shipZip:String source:EnumMultiSelect startDate:Date ' +
    'statistical:Boolean status:EnumMultiSelect subscription:MultiSelect subscriptionLine:MultiSelect subsidiary:MultiSelect taxItem:MultiSelect ' +
    'taxLine:Boolean taxPointDate:Date taxRate:Double terms:MultiSelect termsOfSale:EnumMultiSelect title:String toBeEmailed:Boolean ' +
    'toBePrinted:Boolean toSubsidiary:MultiSelect totalAmount:Double trackingNumbers:String tranCostEstimate:Double tranDate:Date ' +
    'tranEstGrossProfit:Double tranEstGrossProfitPct:Double tranFxEstGrossProfit:Double tranId:String tranIsVsoeBundle:Boolean ' +
    'transactionDiscount:Boolean transactionLineType:EnumMultiSelect transactionNumber:String transferLocation:MultiSelect ' +
    'transferOrderQuantityCommitted:Double transferOrderQuantityPacked:Double transferOrderQuantityPicked:Double ' +
    'transferOrderQuantityReceived:Double transferOrderQuantityShipped:Double type:EnumMultiSelect unit:MultiSelect unitCostOverride:Double ' +
    'unitsType:MultiSelect vendType:MultiSelect visibleToCustomer:Boolean voided:Boolean vsoeAllocation:Double vsoeAmount:Double ' +
    'vsoeDeferral:EnumMultiSelect vsoeDelivered:Boolean vsoePermitDiscount:EnumMultiSelect vsoePrice:Double webSite:MultiSelect',
};
